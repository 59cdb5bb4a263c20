// SPDX-License-Identifier: MIT

/// What the device knows of one permission of one app.
public struct PermissionGrant: Codable, Hashable, Sendable {
  /// Where the answer stands.
  public enum Status: String, CaseIterable, Codable, Hashable, Sendable {
    /// The app never asked.
    case notDetermined = "not-determined"
    /// The device's owner does not allow it to be granted.
    case restricted
    /// The person said no.
    case denied
    /// The person said yes.
    case authorized

    /// The number that `AVAuthorizationStatus` and `PHAuthorizationStatus` share for this status.
    public var appleValue: Int {
      switch self {
      case .notDetermined: 0
      case .restricted: 1
      case .denied: 2
      case .authorized: 3
      }
    }

    /// The status in words: "not asked for yet".
    public var title: String {
      switch self {
      case .notDetermined: "not asked for yet"
      case .restricted: "restricted"
      case .denied: "denied"
      case .authorized: "granted"
      }
    }
  }

  /// Where the answer stands.
  public var status: Status
  /// Who gave the answer, for people: "granted with `lockhost privacy`".
  public var origin: String

  /// Creates a grant.
  ///
  /// - Parameter origin: Who gave the answer. It is printed in decisions and records.
  public init(status: Status, origin: String) {
    self.status = status
    self.origin = origin
  }

  /// What holds for an app that never asked.
  public static let notDetermined = PermissionGrant(
    status: .notDetermined, origin: "the app has not asked for it yet")
}
