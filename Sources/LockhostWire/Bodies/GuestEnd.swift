// SPDX-License-Identifier: MIT

/// The order to leave: run what disappears, then exit with 0.
public struct GuestEnd: JSONBody, Hashable {
  /// Why.
  public let reason: Reason
  /// How long the guest has before it is killed, in milliseconds.
  public let graceMilliseconds: Int

  /// Makes the value from its fields.
  public init(reason: Reason, graceMilliseconds: Int) {
    self.reason = reason
    self.graceMilliseconds = graceMilliseconds
  }

  /// Why a guest has to leave.
  public enum Reason: String, Codable, Hashable, Sendable, CaseIterable {
    /// The person dismissed the scene.
    case dismissed
    /// The host ends the session.
    case terminated
  }
}
