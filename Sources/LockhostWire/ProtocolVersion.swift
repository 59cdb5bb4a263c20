// SPDX-License-Identifier: MIT

/// The versions of the protocol that one side speaks, and how two sides agree on one.
///
/// The header's layout has a version of its own, so that a guest of any version can at least
/// say hello and be told why it may not stay.
public struct ProtocolVersion: Hashable, Sendable {
  /// The oldest version that this code speaks.
  public static let minimum = 1
  /// The newest version that this code speaks.
  public static let maximum = 1

  /// Picks the newest version that both sides speak.
  ///
  /// - Parameter offered: The peer's oldest and newest version, as they came over the wire.
  /// - Parameter supported: This side's oldest and newest version.
  /// - Returns: The version to speak, or nil when there is none, which is also the answer to a
  ///   range that is empty or not positive.
  public static func negotiate(
    offered: (minimum: Int, maximum: Int),
    supported: (minimum: Int, maximum: Int) = (minimum, maximum)
  ) -> Int? {
    guard offered.minimum > 0, offered.minimum <= offered.maximum else { return nil }
    let lowest = max(offered.minimum, supported.minimum)
    let highest = min(offered.maximum, supported.maximum)
    return lowest <= highest ? highest : nil
  }
}
