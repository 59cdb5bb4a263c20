// SPDX-License-Identifier: MIT

import LockhostServices
import LockhostSystem

/// Which requirements a guest has met once, and when.
///
/// A requirement that was met and is no longer stays met: a camera that stops after the guest was
/// ready is the guest's own affair, as on the real system.
struct RequirementLatch {
  private let requirements: [Requirement]
  private(set) var met: [Requirement.ID: MonotonicInstant] = [:]

  init(_ requirements: [Requirement]) {
    self.requirements = requirements
  }

  /// What has not been met, in the order in which people read it.
  var missing: [Requirement] { requirements.filter { met[$0.id] == nil } }

  /// Takes a fact.
  ///
  /// - Returns: Whether this was the first time that the requirement was met.
  mutating func note(_ id: Requirement.ID, isMet: Bool, at instant: MonotonicInstant) -> Bool {
    guard isMet, met[id] == nil else { return false }
    met[id] = instant
    return true
  }
}
