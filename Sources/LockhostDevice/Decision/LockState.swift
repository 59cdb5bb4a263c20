// SPDX-License-Identifier: MIT

/// How far a device is from being open to the person who holds it.
///
/// Not a boolean: between "locked" and "unlocked" lies the moment in which the face has matched but
/// the lock screen is still up, and there the real system still starts the capture extension.
public enum LockState: String, CaseIterable, Codable, Hashable, Sendable {
  /// Started, and never unlocked since: what apps store is still encrypted.
  case beforeFirstUnlock = "before-first-unlock"
  /// Locked, after having been unlocked at least once.
  case locked
  /// The face matched, but the lock screen is still on display.
  case authenticated
  /// Open: the home screen or an app is on display.
  case unlocked

  /// The state in words, for a sentence: "locked".
  public var title: String {
    switch self {
    case .beforeFirstUnlock: "not unlocked since it started"
    case .locked: "locked"
    case .authenticated: "authenticated, with the lock screen still up"
    case .unlocked: "unlocked"
    }
  }
}
