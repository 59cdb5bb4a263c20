// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostSystem

/// How long a session's capture events took, for its record.
struct HandledEvents: Sendable {
  /// More are only counted: a script can press for hours.
  private static let mostTimed = 4096

  private var handled = 0
  private var microseconds: [Int] = []

  /// Notes one event.
  mutating func note(_ latency: Duration) {
    handled += 1
    if microseconds.count < Self.mostTimed {
      microseconds.append(Int(latency.wholeMicroseconds))
    }
  }

  /// What stands in the record.
  var summary: ExitRecord.CaptureEvents? {
    ExitRecord.CaptureEvents(handled: handled, microseconds: microseconds)
  }
}
