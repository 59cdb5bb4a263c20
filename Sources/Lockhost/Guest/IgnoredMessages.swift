// SPDX-License-Identifier: MIT

/// What a guest sent for nothing, for the story of its session: how often, and how it began.
struct IgnoredMessages {
  private var count = 0
  private var first = ""

  mutating func note(_ what: @autoclosure () -> String) {
    if count == 0 { first = what() }
    count += 1
  }

  /// A sentence about them; nil when there are none.
  ///
  /// - Parameter fate: What became of them: "made no sense and were passed over".
  func sentence(_ fate: String) -> String? {
    switch count {
    case 0: nil
    case 1: "a message of the guest \(fate): \(first)"
    default: "\(count) messages of the guest \(fate), the first: \(first)"
    }
  }
}
