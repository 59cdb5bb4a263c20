// SPDX-License-Identifier: MIT

/// How stored pixels must be turned to stand upright.
///
/// The numbers are EXIF's.
package enum ImageOrientation: UInt16, Hashable, Sendable, CaseIterable, Codable {
  case up = 1
  case upMirrored = 2
  case down = 3
  case downMirrored = 4
  case leftMirrored = 5
  case right = 6
  case rightMirrored = 7
  case left = 8

  /// The orientation of a picture that a camera held at an angle has stored as its sensor saw it.
  ///
  /// - Parameters:
  ///   - angle: How far the stored picture must turn clockwise to stand upright: 0, 90, 180, 270.
  ///   - mirrored: Whether left and right are exchanged after that.
  /// - Returns: `nil` for another angle.
  package init?(rotationAngle angle: Int, mirrored: Bool) {
    switch angle {
    case 0: self = mirrored ? .upMirrored : .up
    case 90: self = mirrored ? .leftMirrored : .right
    case 180: self = mirrored ? .downMirrored : .down
    case 270: self = mirrored ? .rightMirrored : .left
    default: return nil
    }
  }

  /// Whether width and height change places.
  package var swapsSides: Bool { rawValue >= 5 }
}

extension BGRAImage {
  /// The side of a square of pixels of which two fit into the first cache.
  private static let square = 32

  /// Turns the picture so that it stands upright.
  ///
  /// - Parameter orientation: How the pixels are stored now.
  /// - Returns: The upright picture, whose own orientation is `.up`.
  package func upright(from orientation: ImageOrientation) -> BGRAImage {
    guard orientation != .up else { return self }
    // Where the source pixel for target (0, 0) is, and how far it moves per target column and row.
    let last = (column: width - 1, row: (height - 1) * width)
    let (start, perColumn, perRow): (Int, Int, Int) =
      switch orientation {
      case .up: (0, 1, width)
      case .upMirrored: (last.column, -1, width)
      case .down: (last.row + last.column, -1, -width)
      case .downMirrored: (last.row, 1, -width)
      case .leftMirrored: (0, width, 1)
      case .right: (last.row, -width, 1)
      case .rightMirrored: (last.row + last.column, -width, -1)
      case .left: (last.column, width, -1)
      }
    let targetWidth = orientation.swapsSides ? height : width
    let targetHeight = orientation.swapsSides ? width : height
    let turned = unsafe [UInt32](unsafeUninitializedCapacity: pixels.count) { buffer, count in
      unsafe pixels.withUnsafeBufferPointer { source in
        // In squares: a row of the one picture is a column of the other, and a column does not stay
        // in any cache.
        for top in stride(from: 0, to: targetHeight, by: Self.square) {
          for left in stride(from: 0, to: targetWidth, by: Self.square) {
            for row in top..<min(top &+ Self.square, targetHeight) {
              let (from, to) = (start &+ row &* perRow, row &* targetWidth)
              for column in left..<min(left &+ Self.square, targetWidth) {
                unsafe buffer[to &+ column] = unsafe source[from &+ column &* perColumn]
              }
            }
          }
        }
      }
      count = pixels.count
    }
    return BGRAImage(width: targetWidth, height: targetHeight, pixels: turned)
  }
}
