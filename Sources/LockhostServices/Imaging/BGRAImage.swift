// SPDX-License-Identifier: MIT

/// A picture in memory: rows of opaque pixels, top first, no padding.
///
/// A pixel is one word, whose bytes in memory are blue, green, red and alpha, which is always 255:
/// what `kCVPixelFormatType_32BGRA` names.
package struct BGRAImage: Hashable, Sendable {
  /// Pixels across; at least 1.
  package let width: Int
  /// Pixels down; at least 1.
  package let height: Int
  /// The pixels: `width * height` of them.
  package private(set) var pixels: [UInt32]

  /// Bytes from one row to the next.
  package var bytesPerRow: Int { width * 4 }

  /// Takes over pixels.
  ///
  /// - Precondition: There are `width * height` of them. Sizes come from `ImageLimits`, never
  ///   unchecked from a file.
  package init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(
      width > 0 && height > 0 && pixels.count == width * height, "size and pixels differ")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Makes a picture of one colour.
  init(width: Int, height: Int, filledWith color: UInt32) {
    self.init(
      width: width, height: height, pixels: [UInt32](repeating: color, count: width * height))
  }

  /// Makes a pixel.
  package static func pixel(red: UInt8, green: UInt8, blue: UInt8) -> UInt32 {
    0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// Lets `body` write to the pixels in place.
  mutating func withMutablePixels<E: Error>(
    _ body: (UnsafeMutableBufferPointer<UInt32>) throws(E) -> Void
  ) throws(E) {
    try unsafe pixels.withUnsafeMutableBufferPointer { (buffer) throws(E) in
      unsafe try body(buffer)
    }
  }

  /// How bright the picture is on average, from 0 to 255, seen through a grid of a few thousand
  /// pixels.
  package var meanLuminance: Int {
    let stride = max(1, pixels.count / 4096)
    var sum = 0
    var count = 0
    var index = 0
    while index < pixels.count {
      let pixel = pixels[index]
      let red = Int(pixel >> 16 & 0xFF)
      let green = Int(pixel >> 8 & 0xFF)
      let blue = Int(pixel & 0xFF)
      sum += (red * 299 + green * 587 + blue * 114) / 1000
      count += 1
      index += stride
    }
    return sum / max(1, count)
  }
}
