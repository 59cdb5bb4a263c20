// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostTesting
import Testing

/// What the record says about time.
@Suite(
  "The timeline", .enabled(if: Fixtures.areBuilt("CameraSample"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct TimelineTests {
  @Test("goes forward in the order of a session")
  func order() async throws {
    let phone = try Phone()
    // How long each part takes is for Benchmarks to say.
    for _ in 0..<3 {
      let result = try await phone.launch(
        Fixtures.app("CameraSample"), "wait ready; press camera-control; wait photo; dismiss")
      let timeline = try result.record().timeline
      let ordered: [(String, Int?)] = [
        ("decided", timeline.decided), ("spawned", timeline.spawned),
        ("executed", timeline.executed), ("connected", timeline.connected),
        ("presented", timeline.presented), ("ready", timeline.ready), ("ended", timeline.ended),
        ("dead", timeline.dead), ("wiped", timeline.wiped), ("handedOver", timeline.handedOver),
      ]
      for (earlier, later) in zip(ordered, ordered.dropFirst()) {
        let before = try #require(earlier.1, "no \(earlier.0): \(result.transcript)")
        let after = try #require(later.1, "no \(later.0): \(result.transcript)")
        #expect(before <= after, "\(earlier.0) \(before) > \(later.0) \(after)")
      }
      #expect(timeline.cameraStarted != nil)
      #expect(timeline.handlerRegistered != nil)
    }
  }
}
