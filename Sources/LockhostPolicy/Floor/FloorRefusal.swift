// SPDX-License-Identifier: MIT

/// What a policy admits and the tier `floor` cannot hold, so that it cannot be had there.
public struct FloorRefusal: Error, Hashable, Sendable {
  /// The call that is admitted.
  public let call: String
  /// The rule that admits it, as the policy spells it.
  public let rule: String
  /// Why it cannot be held without namespaces: half a sentence.
  public let reason: String

  /// Every call is asked about there, and the guest's own number is known to its filter alone.
  package static let recording = FloorRefusal(
    call: "every call", rule: "recording", reason: "calls can be recorded in a stronger tier only")
}

extension FloorRefusal: CustomStringConvertible {
  /// The refusal in one line.
  public var description: String { "`\(rule)` admits \(call), and \(reason)" }
}
