// SPDX-License-Identifier: MIT

/// What a guest may ask of a camera's frames.
package enum CameraFormatLimits {
  /// Pixels across, at most.
  package static let maximumWidth = 1920
  /// Pixels down, at most.
  package static let maximumHeight = 1920
  /// Pixels in all: full HD, also upright.
  package static let maximumPixels = 1920 * 1080
  /// Pixels in either direction, at least.
  package static let minimumSide = 16
  /// Frames a second, at least.
  package static let minimumRate = 1.0
  /// Frames a second, at most.
  package static let maximumRate = 60

  /// Whether frames can have a size.
  package static func allows(width: Int, height: Int) -> Bool {
    width >= minimumSide && height >= minimumSide && width <= maximumWidth
      && height <= maximumHeight && width * height <= maximumPixels
  }

  /// The limits in words.
  package static let description =
    "\(minimumSide) to \(maximumWidth) pixels a side, \(maximumPixels) in all, 1 to "
    + "\(maximumRate) times a second"
}
