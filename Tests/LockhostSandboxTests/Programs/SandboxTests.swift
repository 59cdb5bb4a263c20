// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostPolicy
import LockhostSandbox
import LockhostSystem
import Testing

@Suite("A sandbox for other programs", .timeLimit(.minutes(2)))
struct SandboxTests {
  let spawner: Spawner

  init() throws { spawner = try Spawner() }

  private func probe() throws -> String { try ProgramFolder.path(of: "lockhost-probe") }

  private func run(
    _ words: String, _ change: (inout Sandbox) -> Void = { _ in }
  ) async throws -> ProgramEnd {
    var sandbox = Sandbox(.program)
    change(&sandbox)
    return try await sandbox.run(
      try probe(), arguments: words.split(separator: " ").map(String.init), with: spawner)
  }

  @Test("what a program says comes back, and its code")
  func output() async throws {
    let end = try await run("say two words")
    #expect(end.output.text == "two words\n")
    #expect(!end.output.isTruncated)
    #expect(end.errors.bytes.isEmpty)
    #expect(end.violations.isEmpty)
    #expect(try await run("exit 42").reason == .exited(42))
    #expect(try await run("signal 11").reason == .signaled(SIGSEGV))
  }

  @Test("more output than is kept is dropped, and the program goes on")
  func muchOutput() async throws {
    let end = try await run("flood-output 5000000") { $0.outputLimit = .kibibytes(100) }
    #expect(end.reason == .exited(0))
    #expect(end.output.bytes.count == 102_400)
    #expect(end.output.isTruncated)
  }

  @Test("each way to an end is told apart from the others")
  func reasons() async throws {
    #expect(try await run("sleep") { $0.time = .milliseconds(200) }.reason == .limit(.time))
    let spun = try await run("spin") { $0.limits.processorTime = .seconds(1) }
    #expect(spun.reason == .limit(.processorTime))
    let grown = try await run("large-file") { $0.limits.fileSize = .mebibytes(1) }
    #expect(grown.reason == .limit(.fileSize))
    let attack = try await run("ptrace") { $0.policy = .capture }
    #expect(attack.reason == .violation)
    #expect(attack.violations.map(\.call) == ["ptrace(PTRACE_TRACEME, 0, NULL, NULL)"])
    #expect(attack.violations.map(\.rule) == ["kill tracing"])
    #expect(try await run("int80") { $0.policy = .capture }.reason == .violation)
    let refused = try await run("socket-inet") { $0.policy = .capture }
    #expect(refused.reason == .exited(1))
    #expect(refused.violations.map(\.syscall) == ["socket"])
    // Killed from outside, together with its namespace.
    let program = try await Sandbox(.program).start(
      try probe(), arguments: ["sleep"], with: spawner)
    try program.process.kill()
    #expect(await program.end().reason == .lost)
  }

  @Test("what never ran is an error: no program, no policy, no such file")
  func setUp() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("script", "#!/bin/sh\n", mode: 0o755)
    await #expect(throws: SandboxError.notProgram(path: script, cause: .notELF)) {
      try await Sandbox().run(script, with: spawner)
    }
    var policy = Policy.compute
    policy.statements.append(.admit(syscall: "opn"))
    let bad = policy
    await #expect(throws: SandboxError.self) {
      try await Sandbox(bad).run(try probe(), with: spawner)
    }
    var sandbox = Sandbox(.program)
    sandbox.readable = ["/no/such/folder"]
    let missing = sandbox
    await #expect(throws: SandboxError.self) {
      try await missing.run(try probe(), with: spawner)
    }
    sandbox.readable = [folder.path]
    sandbox.writable = [script]
    let nested = sandbox
    #expect(throws: SandboxError.self) { try nested.plan(try probe()) }
  }

  @Test("cancelling the task stops the program")
  func cancelled() async throws {
    let program = try probe()
    let task = Task { [spawner] in
      try await Sandbox(.program).run(program, arguments: ["sleep"], with: spawner)
    }
    while await spawner.processIdentifier == nil { await Task.yield() }
    task.cancel()
    // Before it ran that is an error, afterwards an end.
    do {
      #expect(try await task.value.reason == .stopped)
    } catch SandboxError.cancelled {
    }
  }

  @Test("folders are shown at their own paths, once, and the program finds itself there")
  func folders() async throws {
    let folder = try TemporaryFolder(owner: Guests.isRoot ? Guests.user : nil)
    let file = try folder.write("data", "content", mode: 0o644)
    unsafe chmod(folder.path, 0o755)
    #expect(try await run("open \(file)").output.text.contains("refused ENOENT"))
    let read = try await run("open \(file)") { $0.readable = [folder.path + "/./", file] }
    #expect(read.output.text.contains("done"))
    let kept = try await run("write \(folder.path)/new") { $0.readable = [folder.path] }
    #expect(kept.output.text.contains("refused"))
    let written = try await run("write \(folder.path)/new") { $0.writable = [folder.path] }
    #expect(written.output.text.contains("done"), "\(written.output.text)")
    #expect(folder.contains("new"))
  }

  @Test("a device is there only if it is named itself, and changed only if it may be")
  func devices() async throws {
    #expect(try await run("open /dev/zero").output.text.contains("refused ENOENT"))
    let read = try await run("open /dev/zero") { $0.readable = ["/dev/zero"] }
    #expect(read.output.text.contains("done"), "\(read.output.text)")
    let kept = try await run("write /dev/full") { $0.readable = ["/dev/full"] }
    #expect(kept.output.text.contains("refused EACCES"), "\(kept.output.text)")
    let written = try await run("write /dev/null") { $0.writable = ["/dev/null"] }
    #expect(written.output.text.contains("done"), "\(written.output.text)")
  }

  @Test("messages go both ways, and the end of the program is the end of the channel")
  func messages() async throws {
    var sandbox = Sandbox(.compute)
    sandbox.time = .seconds(20)
    let (program, channel) = try await sandbox.connect(
      try probe(), arguments: ["flood-wire", "3"], with: spawner)
    for _ in 0..<3 { #expect(try await channel.receive() != nil) }
    #expect(try await channel.receive() == nil)
    #expect(await program.end().reason == .exited(0))
    #expect(throws: SystemError(call: "sendmsg(2)", code: EPIPE)) { try channel.send([1]) }
  }

  @Test("a task that waits for a message can be cancelled")
  func cancelledWait() async throws {
    let (program, channel) = try await Sandbox(.program).connect(
      try probe(), arguments: ["never-read"], with: spawner)
    let task = Task { try await channel.receive() == nil }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    #expect(try await task.value)
    // One that never reads makes the host refuse to send, not wait.
    var sent = 0
    while try channel.send([UInt8](repeating: 1, count: 4096)), sent < 10_000 { sent += 1 }
    #expect(sent < 10_000)
    program.stop()
    #expect(await program.end().reason == .stopped)
  }
}
