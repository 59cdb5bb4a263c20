// SPDX-License-Identifier: MIT

package import LockhostServices

/// Why a step could not be taken.
package enum DrivingError: Error, Hashable, Sendable {
  /// The session is over.
  case ended(SessionEnding)
  /// The press reaches no handler, why, and what to do: on a phone it would be lost too.
  case unhandled(PhoneButton, reason: String, advice: String)
  /// Nothing on the screen has the label.
  case noElement(label: String, present: [String])
  /// No authentication is being asked for.
  case nothingAsked
  /// The step makes no sense now, or its argument is bad.
  case refused(code: String, reason: String)
}
