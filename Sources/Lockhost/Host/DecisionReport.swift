// SPDX-License-Identifier: MIT

package import LockhostDevice

/// What the device would start, why, and what the guest would be allowed.
package struct DecisionReport: Sendable {
  /// The decision, rule by rule.
  package let decision: LaunchDecision
  /// The policy that the guest would get, in its text form; empty when nothing would start.
  package let policy: String

  package init(decision: LaunchDecision, policy: String) {
    self.decision = decision
    self.policy = policy
  }
}
