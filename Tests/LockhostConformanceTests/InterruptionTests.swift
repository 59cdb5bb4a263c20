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
    let mark = "interrupted-\(UUID().uuidString)"
    let program = try RunningProgram(
      try ProgramFolder.path(of: "lockhost"),
      [
        "conformance", "--group", "NET", "--launcher",
        "sh -c 'sleep 1000; : \(mark)' sh {probe}",
      ])
    // Its launchers run: only they have the mark and the nonce both.
    let isRunning = await Waiting.until(within: .seconds(30)) {
      !Self.launchers(marked: mark).isEmpty
    }
    #expect(isRunning)
    try program.signal(signal)
    let run = await program.finish()
    #expect(run.end == (signal == SIGINT ? .exited(130) : .signaled(SIGKILL)))
    #expect(await Waiting.until(within: .seconds(30)) { Self.launchers(marked: mark).isEmpty })
  }

  private static func launchers(marked mark: String) -> [String] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.filter { Int32($0) != nil }
      .compactMap { FileManager.default.contents(atPath: "/proc/\($0)/cmdline") }
      .map { String(decoding: $0, as: UTF8.self) }
      .filter { $0.contains(mark) && $0.contains("--nonce") && !$0.contains("--supervise") }
  }
}
