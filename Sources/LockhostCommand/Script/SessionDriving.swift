// SPDX-License-Identifier: MIT

package import Lockhost
package import LockhostServices

/// A running session as a hand on the phone sees it: buttons, taps, the lock, and waiting.
///
/// Scripts and the keyboard both drive a session through this and nothing else, so that whatever a
/// person can do a script can do. Every method may be called at any time and from any task; one
/// that cannot act because the session is over throws ``DrivingError/ended(_:)``, never hangs.
package protocol SessionDriving: AnyObject, Sendable {
  /// Waits until a condition holds, which may be now already.
  ///
  /// - Parameter timeout: The longest wait on the monotonic clock; `nil` waits for as long as the
  ///   session lives.
  /// - Returns: Which of three ended the wait. A condition that holds wins over the end of the
  ///   session: a photo that was taken stays taken, and ``SessionCondition/ended`` is `happened`.
  func wait(for condition: SessionCondition, timeout: Duration?) async -> WaitOutcome

  /// Presses and releases a button: the guest sees `began`, then `ended`.
  ///
  /// - Throws: `unhandled` when the guest has no enabled handler for this button.
  func press(_ button: PhoneButton) async throws(DrivingError)

  /// Keeps a button down for a while; returns after the release.
  func hold(_ button: PhoneButton, for duration: Duration) async throws(DrivingError)

  /// Begins a press that the system then takes back: the guest sees `began`, then `cancelled`.
  func cancel(_ button: PhoneButton) async throws(DrivingError)

  /// Taps the first enabled element on the extension's screen that has this label.
  ///
  /// - Throws: `noElement` with the labels that are there.
  func tap(_ label: String) async throws(DrivingError)

  /// Answers the authentication that is being asked for now.
  ///
  /// - Throws: `nothingAsked` when no request is waiting.
  func authenticate(_ answer: AuthenticationAnswer) async throws(DrivingError)

  /// Locks the device, as the side button's first half does, without ending the session.
  func lock() async throws(DrivingError)

  /// Unlocks the device while the session goes on; the extension stays on the screen.
  func unlock() async throws(DrivingError)

  /// Holds the device turned clockwise: by 0, 90, 180 or 270 degrees.
  func turn(to degrees: Int) async throws(DrivingError)

  /// Points the camera at something else, without a restart.
  ///
  /// - Parameter source: As `--camera` has it.
  /// - Throws: `refused` with the code and the reason when it is no usable source.
  func changeCamera(to source: String) async throws(DrivingError)

  /// Sets a control of the camera button's overlay.
  ///
  /// - Throws: `refused` with the code and the reason when there is no such control or value.
  func adjust(_ title: String, to value: Double) async throws(DrivingError)

  /// Ends the session as a person does; returns when the end has begun, not when it is over.
  func dismiss(by gesture: Dismissal) async throws(DrivingError)

  /// Kills the guest as the system does under pressure: no warning, no grace.
  func kill() async throws(DrivingError)

  /// Turns a fault on from now; nothing, once the session is over.
  func turnOn(_ fault: Fault) async
}
