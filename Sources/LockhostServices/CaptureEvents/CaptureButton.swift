// SPDX-License-Identifier: MIT

/// A hardware button of the phone that a camera app may hear of.
package enum CaptureButton: String, Hashable, Sendable, CaseIterable {
  case volumeUp = "volume-up"
  case volumeDown = "volume-down"
  case cameraControl = "camera-control"
  case action
}
