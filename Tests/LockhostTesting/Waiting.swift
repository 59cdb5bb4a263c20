// SPDX-License-Identifier: MIT

import LockhostSystem

/// Waiting for what no event announces, such as a process of somebody else's being gone.
package enum Waiting {
  /// Waits until something holds, looking every few milliseconds.
  ///
  /// - Returns: Whether it held in time. It is looked at once more at the deadline.
  package static func until(
    within limit: Duration, _ holds: @escaping @Sendable () -> Bool
  ) async -> Bool {
    let deadline = MonotonicInstant.now.advanced(by: limit)
    while !holds() {
      guard MonotonicInstant.now < deadline else { return holds() }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return true
  }
}
