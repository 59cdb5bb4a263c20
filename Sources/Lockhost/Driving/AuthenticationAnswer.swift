// SPDX-License-Identifier: MIT

/// What the person at the lock screen does when the system asks for a face or a code.
package enum AuthenticationAnswer: String, CaseIterable, Codable, Sendable {
  /// The face matches: the device is unlocked.
  case pass
  /// The face does not match.
  case fail
  /// The person turns away.
  case cancel
}
