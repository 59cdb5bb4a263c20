// SPDX-License-Identifier: MIT

/// A button of the phone that reaches a capture extension as a capture event.
///
/// Raw values are what scripts and `--help` say. The side button is not among them: it belongs to
/// the system, which ends the session.
package enum PhoneButton: String, CaseIterable, Hashable, Sendable {
  /// A secondary button on a real phone.
  case volumeUp = "volume-up"
  /// The primary button on a phone without Camera Control.
  case volumeDown = "volume-down"
  /// The primary button.
  case cameraControl = "camera-control"
  /// The primary button, where it is set to the camera.
  case action = "action"
}
