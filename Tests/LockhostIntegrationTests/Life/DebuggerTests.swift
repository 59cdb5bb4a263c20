// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostDevice
import LockhostTesting
import Testing

/// A guest that waits for a debugger, and Debian's gdb.
@Suite(
  "Debugging",
  .enabled(if: Fixtures.areBuilt("Misbehaving"), "\(Fixtures.hint)"), .timeLimit(.minutes(10)))
struct DebuggerTests {
  /// The line that attaches, as the launch printed it.
  private func attachLine(_ errors: String) -> String? {
    guard let start = errors.range(of: "Attach with: ") else { return nil }
    return errors[start.upperBound...].split(separator: "\n").first.map(String.init)
  }

  /// Attaches as a person would, stops in `main`, lets go, and returns what gdb said.
  private func debug(_ line: String) async throws -> ProgramRun {
    try await ProgramRun.run(
      "bash",
      [
        "-c",
        line + " -batch -nx -iex 'set debuginfod enabled off' -iex 'set complaints 0'"
          + " -ex 'break main' -ex continue -ex 'info symbol $pc' -ex detach"
          // It has much to say about modules that only the compiler had.
          + " 2>&1 | grep -v 'During symbol reading'",
      ], within: .seconds(120))
  }

  @Test("gdb attaches by the printed line, reaches main, and the session goes on after it")
  func attaches() async throws {
    let phone = try Phone()
    let app = try MisbehavingApp.bundle("none", in: phone.scratch)
    let recordPath = phone.scratch.path("record.json")
    let program = try phone.start([
      "launch", app, "--locked", "--wait-for-debugger", "--watchdog", "1s", "--step-timeout",
      "120s",
      "--json-output", recordPath, "--do", "wait ready; press camera-control; wait photo; dismiss",
    ])
    let hasLine = await Waiting.until(within: .seconds(60)) {
      program.errors.contains("Attach with: ")
    }
    #expect(hasLine, "\(program.errors)")
    let line = try #require(attachLine(program.errors))
    #expect(program.errors.contains("the watchdog is paused"))
    let debugger = try await debug(line)
    #expect(debugger.output.contains("Breakpoint 1, "), "\(debugger.output)")
    #expect(debugger.output.contains("MisbehavingCapture_main"), "\(debugger.output)")
    let run = await program.finish(within: .seconds(180))
    #expect(run.status == 0, "\(run.output)\(run.errors)\n\(debugger.output)")
    let data = try #require(FileManager.default.contents(atPath: recordPath))
    let record = try JSONDecoder().decode(ExitRecord.self, from: data)
    #expect(record.photos.count == 1)
    #expect(record.violations.isEmpty, "\(record.violations)")
  }

  @Test("an order stops the next launch, and only that")
  func next() async throws {
    let phone = try Phone()
    let app = try MisbehavingApp.bundle("none", in: phone.scratch)
    let ordered = try await phone.run("debug", "MisbehavingCapture", "--next")
    #expect(ordered.status == 0, "\(ordered.errors)")
    let stopped = try phone.start(["launch", app, "--locked", "--watchdog", "500ms"])
    let hasLine = await Waiting.until(within: .seconds(60)) {
      stopped.errors.contains("Attach with: ")
    }
    #expect(hasLine, "\(stopped.errors)")
    // Whoever runs a session can be asked for the line again.
    let asked = try await phone.run("debug", "MisbehavingCapture")
    #expect(asked.output.hasPrefix("gdb "), "\(asked.output)\(asked.errors)")
    try stopped.signal(SIGINT)
    #expect(await stopped.finish().status == 130)
    let after = try await phone.launch(app, "wait ready; dismiss")
    #expect(try after.record().reason == .dismissed, "\(after.transcript)")
  }

  @Test("a guest that waits is ended with its host, like any other")
  func hostDies() async throws {
    let phone = try Phone()
    let app = try MisbehavingApp.bundle("none", in: phone.scratch)
    let program = try phone.start(["launch", app, "--locked", "--wait-for-debugger"])
    let watch = DescendantWatch(of: program.identifier, every: .milliseconds(5))
    let isStopped = await Waiting.until(within: .seconds(60)) {
      program.errors.contains("Attach with: ")
    }
    #expect(isStopped, "\(program.errors)")
    try program.signal(SIGKILL)
    _ = await program.finish()
    watch.stop()
    let isGone = await Waiting.until(within: .seconds(10)) { watch.survivors.isEmpty }
    #expect(isGone, "left: \(watch.survivors)")
  }
}
