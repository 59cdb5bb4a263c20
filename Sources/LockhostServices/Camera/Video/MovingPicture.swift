// SPDX-License-Identifier: MIT

/// A camera source that shows another picture as time goes by: a video file, a capture device.
package protocol MovingPicture: Sendable {
  /// The picture of a moment.
  ///
  /// Blocks while it reads and decodes, a few milliseconds for full HD. A picture that cannot be
  /// had is the last one that could.
  ///
  /// - Parameter seconds: Since the camera was started.
  func picture(at seconds: Double) -> BGRAImage
}
