// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSystem
import LockhostTesting
import Testing

/// A run that is ended from outside.
@Suite("Ended runs", .timeLimit(.minutes(2))) struct InterruptionTests {
  @Test(
    "a run that is interrupted or killed leaves no process behind", arguments: [SIGINT, SIGKILL])
  func ending(signal: Int32) async throws {
    let temporary = try ScratchFolder()
    let (program, mark) = try await Self.start(in: temporary)
    try program.signal(signal)
    let run = await program.finish()
    #expect(run.end == (signal == SIGINT ? .exited(130) : .signaled(SIGKILL)))
    #expect(await Waiting.until(within: .seconds(30)) { Self.launchers(marked: mark).isEmpty })
    // Nobody can clean up after SIGKILL but the next run.
    #expect(Self.folders(in: temporary).count == (signal == SIGINT ? 0 : 1))
  }

  @Test("the next run removes the folder of one that was killed, and no other's")
  func collection() async throws {
    let temporary = try ScratchFolder()
    let (killed, _) = try await Self.start(in: temporary)
    let dead = Self.folders(in: temporary)
    let (living, _) = try await Self.start(in: temporary)
    let alive = Self.folders(in: temporary).subtracting(dead)
    try killed.signal(SIGKILL)
    _ = await killed.finish()
    try temporary.write("", to: "lockhost-conformance-not/one")
    #expect(dead.count == 1 && alive.count == 1 && Self.folders(in: temporary).isSuperset(of: dead))

    var environment = ProgramRun.environment
    environment["TMPDIR"] = temporary.path
    let next = try RunningProgram(
      try ProgramFolder.path(of: "lockhost"), ["conformance", "--promise", "LH-WORK-001"],
      environment: environment)
    #expect(await next.finish().end == .exited(0))
    #expect(Self.folders(in: temporary) == alive)
    try living.signal(SIGINT)
    _ = await living.finish()
    #expect(temporary.contents().isEmpty)
  }

  /// A run whose launcher never ends, once that has begun, and the mark by which it is found.
  private static func start(in temporary: ScratchFolder) async throws -> (RunningProgram, String) {
    let mark = "interrupted-\(UUID().uuidString)"
    var environment = ProgramRun.environment
    environment["TMPDIR"] = temporary.path
    let program = try RunningProgram(
      try ProgramFolder.path(of: "lockhost"),
      [
        "conformance", "--group", "NET", "--launcher",
        "sh -c 'sleep 1000; : \(mark)' sh {probe}",
      ], environment: environment)
    // Its launchers run: only they have the mark and the nonce both.
    let isRunning = await Waiting.until(within: .seconds(30)) {
      !launchers(marked: mark).isEmpty
    }
    #expect(isRunning)
    return (program, mark)
  }

  /// The folders of runs, without their locks.
  private static func folders(in temporary: ScratchFolder) -> Set<String> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: temporary.path)) ?? []
    return Set(names.filter { $0.hasPrefix("lockhost-conformance-") && !$0.hasSuffix(".lock") })
  }

  private static func launchers(marked mark: String) -> [String] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.filter { Int32($0) != nil }
      .compactMap { FileManager.default.contents(atPath: "/proc/\($0)/cmdline") }
      .map { String(decoding: $0, as: UTF8.self) }
      .filter { $0.contains(mark) && $0.contains("--nonce") && !$0.contains("--supervise") }
  }
}
