// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostTesting
import Synchronization
import Testing

/// Words that mean nothing, and state that cannot be kept.
@Suite("Bad words and bad folders", .timeLimit(.minutes(10)))
struct BadWordTests {
  static let cases: [(arguments: [String], suggestion: String)] = [
    (["lanch"], "launch"),
    (["launch", "x.app", "--loked"], "--locked"),
    (["launch", "x.app", "--locked", "--do", "wiat ready"], "wait"),
    (["launch", "x.app", "--locked", "--do", "press camera-contrl"], "camera-control"),
    (["launch", "x.app", "--from", "lockscreen"], "lock-screen"),
  ]

  @Test("an unknown word gets 64, a code, and the nearest one that is known", arguments: cases)
  func unknown(arguments: [String], suggestion: String) async throws {
    let phone = try Phone()
    let run = await (try phone.start(arguments)).finish(within: .seconds(20))
    #expect(run.status == 64, "\(run.end)\n\(run.errors)")
    #expect(FailureText.code(in: run.errors)?.hasPrefix("LH5") == true, "\(run.errors)")
    #expect(run.errors.contains("did you mean"), "\(run.errors)")
    #expect(run.errors.contains(suggestion), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test(
    "a state folder that cannot be written, or is full, is named with a fix",
    arguments: ["ro", "size=64k"])
  func stateFolder(option: String) async throws {
    let phone = try Phone()
    let folder = phone.scratch.path("small")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    // A file system of its own, in a mount namespace of its own; filled to the last byte.
    let script = """
      mount -t tmpfs -o \(option) none '\(folder)' || exit 99
      dd if=/dev/zero of='\(folder)/fill' bs=4k count=16 2>/dev/null
      exec '\(try Phone.lockhost())' lock --set '\(folder)'
      """
    let run = try await ProgramRun.run(
      "unshare", ["--map-root-user", "--mount", "sh", "-c", script])
    #expect(run.status != 99, "cannot mount: \(run.errors)")
    #expect(run.status != 0, "\(run.output)")
    #expect(FailureText.code(in: run.errors)?.hasPrefix("LH6") == true, "\(run.errors)")
    #expect(run.errors.contains("help:"), "\(run.errors)")
    #expect(run.errors.contains(folder), "\(run.errors)")
  }

  @Test(
    "a name that is not UTF-8 is refused, and never taken for another",
    arguments: ["state --set \"$name\"", "exec -- /bin/echo \"$name\"", "state", "--version"])
  func notText(words: String) async throws {
    let phone = try Phone()
    let script = """
      name=$(printf '%s/bad\\377' '\(phone.scratch.path("x"))')
      export LOCKHOST_HOME="$name"
      exec '\(try Phone.lockhost())' \(words)
      """
    let run = try await ProgramRun.run("/bin/sh", ["-c", script])
    #expect(run.status == 64, "\(run.end)\n\(run.errors)")
    #expect(FailureText.code(in: run.errors) == "LH5020", "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: phone.scratch.path("x")))
  }

  @Test(
    "a signal ends what waits for the other end of a pipe",
    arguments: [
      ["launch", "x.app", "--locked", "--do", "@PIPE"],
      ["exec", "--policy", "PIPE", "--", "/bin/true"],
      ["conformance", "merge", "PIPE"],
    ])
  func waiting(arguments: [String]) async throws {
    let phone = try Phone()
    let pipe = phone.scratch.path("pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    let program = try phone.start(
      arguments.map { $0.replacing("PIPE", with: pipe) })
    // Opening for writing succeeds once there is a reader, who then waits for the first byte.
    let writer = Mutex(Int32(-1))
    let isRead = await Waiting.until(within: .seconds(60)) {
      let opened = unsafe open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      writer.withLock { $0 = opened }
      return opened >= 0
    }
    defer { close(writer.withLock { $0 }) }
    #expect(isRead, "\(program.errors)")
    try program.signal(SIGTERM)
    let run = await program.finish(within: .seconds(60))
    #expect(run.end == .signaled(SIGTERM), "\(run.end)\n\(run.errors)")
  }
}
