// SPDX-License-Identifier: MIT

extension BGRAImage {
  /// Scales the picture so that it fills a size, and cuts off what stands over at two sides.
  ///
  /// Each target pixel is the mean of four source pixels, spread evenly over what it covers: good
  /// enough for a preview, and a hundred times cheaper than a real filter in a debug build.
  ///
  /// - Parameter zoom: At least 1: so much less of the picture is seen in each direction.
  /// - Precondition: The size is at least 1 × 1; formats guarantee that.
  package func filling(
    width targetWidth: Int, height targetHeight: Int, zoom: Double = 1
  ) -> BGRAImage {
    guard targetWidth != width || targetHeight != height || zoom != 1 else { return self }
    // The part of the source that has the target's proportions, centred.
    let isWide = width * targetHeight > height * targetWidth
    let fullWidth = isWide ? max(1, height * targetWidth / targetHeight) : width
    let fullHeight = isWide ? height : max(1, width * targetHeight / targetWidth)
    let partWidth = max(1, Int((Double(fullWidth) / max(1, zoom)).rounded()))
    let partHeight = max(1, Int((Double(fullHeight) / max(1, zoom)).rounded()))
    let columns = Self.samples(
      from: (width - partWidth) / 2, over: partWidth, count: targetWidth)
    let rows = Self.samples(
      from: (height - partHeight) / 2, over: partHeight, count: targetHeight)
    let count = targetWidth * targetHeight
    let scaled = unsafe [UInt32](unsafeUninitializedCapacity: count) { buffer, initialized in
      unsafe pixels.withUnsafeBufferPointer { source in
        unsafe columns.withUnsafeBufferPointer { columns in
          var target = 0
          for row in 0..<targetHeight {
            let upper = rows[row * 2] * width
            let lower = rows[row * 2 + 1] * width
            for column in 0..<targetWidth {
              let left = unsafe columns[column * 2]
              let right = unsafe columns[column * 2 + 1]
              let top = unsafe Self.mean(source[upper + left], source[upper + right])
              let bottom = unsafe Self.mean(source[lower + left], source[lower + right])
              unsafe buffer[target] = Self.mean(top, bottom)
              target += 1
            }
          }
        }
      }
      initialized = count
    }
    return BGRAImage(width: targetWidth, height: targetHeight, pixels: scaled)
  }

  /// Two source positions for each of `count` targets: at a quarter and three quarters of it.
  private static func samples(from start: Int, over length: Int, count: Int) -> [Int] {
    (0..<(count * 2)).map { index in
      start + min(length - 1, (2 * index + 1) * length / (4 * count))
    }
  }

  /// The mean of two pixels, all four channels at once.
  static func mean(_ first: UInt32, _ second: UInt32) -> UInt32 {
    (first & second) + (((first ^ second) & 0xFEFE_FEFE) >> 1)
  }

  /// Exchanges left and right.
  func mirrored() -> BGRAImage {
    upright(from: .upMirrored)
  }
}
