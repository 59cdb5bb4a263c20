// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostTesting
import Testing

/// What the record says about time.
@Suite(
  "The timeline", .enabled(if: Fixtures.areBuilt("CameraSample"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct TimelineTests {
  @Test("goes forward in the order of a session, and the sandbox is up within 3 ms")
  func order() async throws {
    let phone = try Phone()
    var fastest = Int.max
    // The best of as many as it takes: other tests share the machine for most of this one's time, and
    // only an idle machine is promised anything.
    for attempt in 0..<40 where attempt < 3 || fastest >= 3000 {
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
      if let spawned = timeline.spawned, let executed = timeline.executed {
        fastest = min(fastest, executed - spawned)
      }
    }
    #expect(fastest < 3000, "\(fastest) µs")
  }
}
