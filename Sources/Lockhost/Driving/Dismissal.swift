// SPDX-License-Identifier: MIT

/// How a person leaves the camera.
package enum Dismissal: Sendable {
  /// A swipe up.
  case swipe
  /// The side button, which also locks the device.
  case sideButton
}
