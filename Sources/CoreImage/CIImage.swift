// SPDX-License-Identifier: MIT

@_exported public import CoreVideo
public import Foundation

/// A recipe for a picture: pixels, and how they are turned.
///
/// As much of it as camera code passes around: it wraps a frame's pixels without copying them, knows its
/// extent, and can be turned by EXIF's numbers. There are no filters and no renderer here; what is not
/// declared does not compile.
public final class CIImage: NSObject, @unchecked Sendable {
  // Unchecked because NSObject is not Sendable; all stored properties are constant.

  /// Where the picture is and how large, after it was turned.
  public let extent: CGRect
  /// The pixels, as they were given; `nil` for a picture that was turned, as on iOS.
  public let pixelBuffer: CVPixelBuffer?
  private let source: CVPixelBuffer
  private let orientation: Int

  private init(_ source: CVPixelBuffer, orientation: Int) {
    self.source = source
    self.orientation = orientation
    pixelBuffer = orientation == 1 ? source : nil
    let size = CVImageBufferGetEncodedSize(source)
    let isOnSide = orientation >= 5
    extent = CGRect(
      x: 0, y: 0, width: isOnSide ? size.height : size.width,
      height: isOnSide ? size.width : size.height)
  }

  /// Wraps a frame; its slot of the camera is taken for as long as the picture lives.
  public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer) {
    self.init(pixelBuffer, orientation: 1)
  }

  /// Wraps a frame; its slot of the camera is taken for as long as the picture lives.
  public convenience init(cvImageBuffer imageBuffer: CVImageBuffer) {
    self.init(imageBuffer, orientation: 1)
  }

  /// The picture, turned so that one that was stored with an orientation stands upright.
  ///
  /// - Parameter orientation: EXIF's number, 1 to 8; others change nothing.
  public func oriented(forExifOrientation orientation: Int32) -> CIImage {
    guard (1...8).contains(orientation) else { return self }
    return CIImage(source, orientation: Self.combined(self.orientation, Int(orientation)))
  }

  /// One turn after another, as one.
  private static func combined(_ first: Int, _ second: Int) -> Int {
    let (quarters, flip) = turn(first)
    let (next, nextFlip) = turn(second)
    // A mirror turns the sense of what was turned before it.
    let sum = nextFlip ? next - quarters : next + quarters
    return numbers[flip != nextFlip ? 1 : 0][(sum % 4 + 4) % 4]
  }

  /// By quarters clockwise, upright and then mirrored.
  private static let numbers = [[1, 6, 3, 8], [2, 7, 4, 5]]

  /// A number as quarters clockwise after a mirror.
  private static func turn(_ number: Int) -> (quarters: Int, isMirrored: Bool) {
    for (row, list) in numbers.enumerated() {
      if let quarters = list.firstIndex(of: number) { return (quarters, row == 1) }
    }
    return (0, false)
  }
}
