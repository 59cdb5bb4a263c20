// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostTesting
import Testing

/// The ten-second rule, in real time.
@Suite(
  "The watchdog", .enabled(if: Fixtures.areBuilt("Misbehaving"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct WatchdogTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let behaviour: String
    let missing: [String]
    var testDescription: String { behaviour }
  }

  static let cases = [
    Case(behaviour: "never-starts-camera", missing: ["camera"]),
    Case(behaviour: "session-without-input", missing: ["camera"]),
    Case(behaviour: "session-without-output", missing: ["camera"]),
    Case(behaviour: "no-handler", missing: ["capture-events"]),
    Case(behaviour: "handler-disabled", missing: ["capture-events"]),
  ]

  @Test(
    "ends what does not become a camera, after ten seconds, and names what was missing",
    arguments: cases)
  func kills(each: Case) async throws {
    let result = try await Phone().launch(behaviour: each.behaviour)
    #expect(result.run.status == 124, "\(result.transcript)")
    let record = try result.record()
    #expect(record.reason == .watchdog)
    #expect(record.code == "LH2001")
    #expect(record.missing == each.missing)
    #expect(record.container.wiped)
    let presented = try #require(record.timeline.presented)
    let ended = try #require(record.timeline.ended)
    #expect((10_000_000...10_250_000).contains(ended - presented), "\(ended - presented) µs")
    await result.expectNothingLeft()
  }

  @Test(
    "is not delayed by a guest that blocks its main thread, or never says hello",
    arguments: ["blocks-main-thread", "never-connects"])
  func cannotBeBlocked(behaviour: String) async throws {
    let result = try await Phone().launch(behaviour: behaviour)
    #expect(result.run.status == 124, "\(result.transcript)")
    let record = try result.record()
    #expect(record.reason == .watchdog)
    // One that never said hello was never on the screen, so nothing is said of its camera.
    #expect(record.missing.contains("camera") == (behaviour != "never-connects"))
    await result.expectNothingLeft()
  }

  @Test("lets one live on that met both requirements and then stops its camera")
  func latched() async throws {
    let result = try await Phone().launch(
      behaviour: "stops-camera", "wait ready; press camera-control; sleep 3s; dismiss",
      flags: ["--watchdog", "2s"])
    #expect(result.run.status == 0, "\(result.transcript)")
    let record = try result.record()
    #expect(record.reason == .dismissed)
    #expect(record.missing.isEmpty)
    #expect(record.timeline.ready != nil)
  }

  @Test("takes another limit")
  func otherLimit() async throws {
    let result = try await Phone().launch(
      behaviour: "never-starts-camera", flags: ["--watchdog", "1s"])
    let record = try result.record()
    let presented = try #require(record.timeline.presented)
    let ended = try #require(record.timeline.ended)
    #expect((1_000_000...1_250_000).contains(ended - presented), "\(ended - presented) µs")
  }
}
