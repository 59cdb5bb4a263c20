// SPDX-License-Identifier: MIT

import Glibc
import LockhostDevice
import LockhostTesting
import Testing

/// How a guest ends by itself, and what is said about it.
@Suite(
  "Ends", .enabled(if: Fixtures.areBuilt("Misbehaving"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct EndTests {
  static let press = "wait ready; press camera-control; wait end"

  @Test("exit(0) is a clean end with hand-over", arguments: ["exits", "exits-early"])
  func exitsCleanly(behaviour: String) async throws {
    let script = behaviour == "exits" ? Self.press : "wait end"
    let result = try await Phone().launch(behaviour: behaviour, script)
    #expect(result.run.status == 0, "\(result.transcript)")
    let record = try result.record()
    #expect(record.reason == .exited)
    #expect(record.exitStatus == 0)
    #expect(record.container.wiped)
    await result.expectNothingLeft()
  }

  @Test("another status is passed on", arguments: ["exits-with-7", "exits-with-7-early"])
  func exitsWithSeven(behaviour: String) async throws {
    let script = behaviour == "exits-with-7" ? Self.press : "wait end"
    let result = try await Phone().launch(behaviour: behaviour, script)
    #expect(result.run.status == 7, "\(result.transcript)")
    let record = try result.record()
    #expect(record.reason == .exited)
    #expect(record.exitStatus == 7)
  }

  @Test(
    "a crash is called one, with its signal",
    arguments: [
      ("crashes-by-segmentation-fault", [SIGSEGV]), ("crashes-by-abort", [SIGABRT]),
      ("crashes-by-trap", [SIGILL, SIGTRAP]),
    ])
  func crashes(behaviour: String, signals: [Int32]) async throws {
    let result = try await Phone().launch(behaviour: behaviour, Self.press)
    let record = try result.record()
    #expect(record.reason == .crashed, "\(result.transcript)")
    let signal = Int32(try #require(record.signal))
    #expect(signals.contains(signal))
    #expect(result.run.status == 128 + signal)
    #expect(record.code == "LH2003")
    #expect(record.container.wiped)
    await result.expectNothingLeft()
  }

  @Test("a step that cannot happen fails the run and says which")
  func impossibleStep() async throws {
    let result = try await Phone().launch(
      behaviour: "exits-early", "wait ready; press camera-control; wait photo; dismiss")
    #expect(result.run.status == 1, "\(result.transcript)")
    #expect(result.run.errors.contains("wait ready"))
    let failed = try #require(try result.record().failedStep)
    #expect(failed.number == 1)
    #expect(failed.total == 4)
    #expect(failed.step == "wait ready")
    #expect(failed.code == "LH5201")
  }

  @Test(
    "a press after the session was left comes too late, each time",
    arguments: ["dismiss", "side-button", "kill"])
  func pressAfterLeaving(_ leaving: String) async throws {
    for _ in 0..<3 {
      let result = try await Phone().launch(
        Fixtures.app("CameraSample"), "wait ready; \(leaving); press camera-control")
      let failed = try #require(try result.record().failedStep, "\(result.transcript)")
      #expect(failed.step == "press camera-control")
      #expect(failed.code == "LH5201")
    }
  }

  @Test("the sample lives through a tap while another program has the camera")
  func tapDuringInterruption() async throws {
    let result = try await Phone().launch(
      Fixtures.app("CameraSample"),
      "wait ready; fault camera-taken 200ms; tap \"Take Photo\"; sleep 1s; press camera-control; "
        + "wait photo; dismiss")
    #expect(result.run.status == 0, "\(result.transcript)")
  }

  @Test("an extension that ignores its dismissal is killed")
  func ignoresDismissal() async throws {
    let result = try await Phone().launch(
      behaviour: "ignores-dismissal", "wait ready; press camera-control; sleep 200ms; dismiss",
      within: .seconds(30))
    let record = try result.record()
    #expect(record.reason == .dismissed, "\(result.transcript)")
    #expect(record.container.wiped)
    await result.expectNothingLeft()
  }

  @Test("Ctrl-C ends the session in order")
  func interrupted() async throws {
    let phone = try Phone()
    let app = try MisbehavingApp.bundle("none", in: phone.scratch)
    let path = phone.scratch.path("record.json")
    let program = try phone.start([
      "launch", app, "--locked", "--json-output", path, "--do", "wait ready; sleep 60s",
    ])
    let watch = DescendantWatch(of: program.identifier)
    let isUp = await Waiting.until(within: .seconds(20)) {
      program.errors.contains("camera running")
    }
    #expect(isUp, "\(program.errors)")
    try program.signal(SIGINT)
    let run = await program.finish(within: .seconds(20))
    watch.stop()
    let result = LaunchResult(run: run, scratch: phone.scratch, recordPath: path, processes: watch)
    #expect(run.status == 130, "\(result.transcript)")
    let record = try result.record()
    #expect(record.reason == .interrupted)
    #expect(record.container.wiped)
    await result.expectNothingLeft()
  }
}
