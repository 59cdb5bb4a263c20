// SPDX-License-Identifier: MIT

/// How a stored picture must be turned to stand upright, with EXIF's numbers.
public enum CGImagePropertyOrientation: UInt32, Sendable {
  /// Not at all.
  case up = 1
  /// Left and right are exchanged.
  case upMirrored = 2
  /// By half a turn.
  case down = 3
  /// By half a turn, and left and right are exchanged.
  case downMirrored = 4
  /// By a quarter counterclockwise, and left and right are exchanged.
  case leftMirrored = 5
  /// By a quarter clockwise.
  case right = 6
  /// By a quarter clockwise, and left and right are exchanged.
  case rightMirrored = 7
  /// By a quarter counterclockwise.
  case left = 8
}

extension CIImage {
  /// The picture, turned so that one that was stored with an orientation stands upright.
  public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
    oriented(forExifOrientation: Int32(orientation.rawValue))
  }
}
