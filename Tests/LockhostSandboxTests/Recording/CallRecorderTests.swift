// SPDX-License-Identifier: MIT

import Foundation
import LockhostPolicy
import LockhostSandbox
import LockhostSystem
import LockhostTesting
import Testing

@Suite("Recording calls", .timeLimit(.minutes(2)))
struct CallRecorderTests {
  let spawner: Spawner

  init() throws { spawner = try Spawner() }

  private func record(
    _ words: String, under policy: Policy = .program, program: String? = nil,
    time: Duration? = nil
  ) async throws -> (ProgramEnd, [SyscallInvocation]) {
    var sandbox = Sandbox(policy)
    sandbox.recordsCalls = true
    sandbox.time = time
    sandbox.readable = program == nil ? [] : ["/usr"]
    let running = try await sandbox.start(
      try program ?? ProgramFolder.path(of: "lockhost-probe"),
      arguments: program == nil ? words.split(separator: " ").map(String.init) : ["-c", words],
      with: spawner)
    return (await running.end(), running.calls)
  }

  private func names(_ calls: [SyscallInvocation]) -> Set<String> {
    Set(calls.compactMap { Syscall.numbered($0.number)?.name })
  }

  @Test("what a program does is learned, and it does not notice")
  func learns() async throws {
    let (end, calls) = try await record("exit 42")
    #expect(end.reason == .exited(42))
    #expect(end.violations.isEmpty)
    #expect(names(calls).contains("exit_group"))
    // The launcher's own calls are not the program's.
    #expect(!names(calls).contains("execveat"))
    #expect(!names(calls).contains("sendmsg"))
  }

  @Test("nothing is learned unless it is asked for")
  func control() async throws {
    let running = try await Sandbox(.program).start(
      try ProgramFolder.path(of: "lockhost-probe"), arguments: ["exit", "42"], with: spawner)
    #expect(await running.end().reason == .exited(42))
    #expect(running.calls.isEmpty)
  }

  @Test("refusals hold, are reported, and are among what was learned")
  func refuses() async throws {
    let (end, calls) = try await record("socket-inet", under: .capture)
    #expect(end.reason == .exited(1))
    #expect(end.violations.map(\.syscall) == ["socket"])
    #expect(end.violations.map(\.rule) == ["deny network errno EPERM report"])
    let socket = try #require(
      calls.first { Syscall.numbered($0.number)?.name == "socket" })
    #expect(socket.arguments.first == 2)
  }

  @Test("attacks kill, in the 64-bit convention and in the other", arguments: ["ptrace", "int80"])
  func kills(attack: String) async throws {
    let (end, _) = try await record(attack, under: .capture)
    #expect(end.reason == .violation)
    #expect(!end.violations.isEmpty)
  }

  @Test("a program that is stopped while it waits is stopped, and the recorder is over")
  func stops() async throws {
    let (end, calls) = try await record("sleep", time: .milliseconds(300))
    #expect(end.reason == .limit(.time))
    #expect(!calls.isEmpty)
  }

  @Test("children, threads and signal handlers are learned too")
  func kin() async throws {
    let script = """
      trap 'echo caught' USR1; kill -USR1 $$; (exit 3); echo $?; ls / | wc -l > /dev/null; echo end
      """
    let (end, calls) = try await record(script, program: "/usr/bin/bash")
    #expect(end.reason == .exited(0))
    for name in ["clone", "wait4", "kill", "rt_sigaction", "rt_sigreturn", "execve", "pipe2"] {
      #expect(
        names(calls).contains(name) || name == "pipe2" && names(calls).contains("pipe"),
        "\(name)")
    }
  }
}
