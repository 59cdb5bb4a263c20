// SPDX-License-Identifier: MIT

package import LockhostDevice
package import LockhostSandbox
package import LockhostServices

/// What ended a guest, or is about to: the first cause counts, whatever the process does after it.
package enum EndCause: Hashable, Sendable {
  /// A person left the camera, or a script did.
  case dismissed
  /// Nobody touched the phone for so long, and the device went back to its lock screen.
  case idle(after: Duration)
  /// The guest asked for its app and got it.
  case openedApp
  /// The guest ended by itself with an exit code.
  case exited(code: Int32)
  /// The requirements were not met in time; none missing means that it never said hello.
  case watchdog(missing: [Requirement])
  /// The guest made a call that only an attacker makes.
  case attack(Violation)
  /// The kernel killed the guest by its filter, which it only does where nobody listens.
  case filterKill
  /// More calls were refused than any program makes by mistake.
  case refusalFlood(total: Int)
  /// The guest broke the rules of the wire.
  case protocolBreach(String)
  /// The guest died of a signal.
  case crashed(signal: Int32)
  /// The guest used up a limit.
  case limit(String)
  /// The host was interrupted by a signal.
  case interrupted(signal: Int32)
  /// A person or a script killed the guest.
  case killed
  /// Something that the guest may have used was taken back while it ran.
  case permissionRevoked(Permission)
  /// The host could not go on.
  case hostError(code: String, message: String)
}
