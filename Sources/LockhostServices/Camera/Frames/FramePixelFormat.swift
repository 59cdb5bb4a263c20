// SPDX-License-Identifier: MIT

/// How the bytes of a frame are laid out; raw values are the wire's.
package enum FramePixelFormat: String, Hashable, Sendable, CaseIterable {
  /// 8 bits each of blue, green, red and alpha.
  case bgra = "BGRA"
  /// A plane of luma from 16 to 235, then one of interleaved chroma at half size.
  case videoRange = "420v"
  /// A plane of luma from 0 to 255, then one of interleaved chroma at half size.
  case fullRange = "420f"

  /// The four characters as one number, the first in the highest byte.
  package var code: UInt32 { rawValue.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

  /// Bytes of a row for each of its pixels; of either plane's row.
  package var bytesPerPixelOfRow: Int { self == .bgra ? 4 : 1 }

  /// Bytes of a frame; for the formats with two planes, both sides are even.
  package func bytes(width: Int, height: Int) -> Int {
    self == .bgra ? width * height * 4 : width * height * 3 / 2
  }
}

extension BGRAImage {
  /// Writes the picture in a pixel format.
  ///
  /// - Parameter target: At least as many bytes as the format needs; with less, nothing is written.
  func write(_ format: FramePixelFormat, into target: UnsafeMutableRawBufferPointer) {
    guard target.count >= format.bytes(width: width, height: height) else { return }
    unsafe pixels.withUnsafeBufferPointer { source in
      switch format {
      case .bgra: unsafe target.copyMemory(from: UnsafeRawBufferPointer(source))
      case .videoRange:
        unsafe writePlanes(source, LumaChroma.videoRange, into: target.bindMemory(to: UInt8.self))
      case .fullRange:
        unsafe writePlanes(source, LumaChroma.fullRange, into: target.bindMemory(to: UInt8.self))
      }
    }
  }

  /// Luma for each pixel, chroma for the mean of four.
  ///
  /// Loops of wrapping arithmetic without branches, which the compiler makes vectors of: this runs
  /// for every pixel of every frame.
  private func writePlanes(
    _ source: UnsafeBufferPointer<UInt32>, _ matrix: LumaChroma,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    for index in 0..<(width * height) { unsafe target[index] = matrix.luma(source[index]) }
    for pair in 0..<(height / 2) {
      let (upper, lower) = (2 * pair * width, (2 * pair + 1) * width)
      let place = (height + pair) * width
      for column in 0..<(width / 2) {
        let left = 2 &* column
        let mean = unsafe Self.mean(
          Self.mean(source[upper &+ left], source[upper &+ left &+ 1]),
          Self.mean(source[lower &+ left], source[lower &+ left &+ 1]))
        unsafe target[place &+ left] = matrix.blueDifference(mean)
        unsafe target[place &+ left &+ 1] = matrix.redDifference(mean)
      }
    }
  }
}

/// ITU-R BT.601 in whole numbers of 16 fractional bits.
///
/// Nothing can overflow: a row's factors are at most 1 in sum, and a channel at most 255.
private struct LumaChroma {
  private typealias Row = (red: Int32, green: Int32, blue: Int32)

  private let luma: Row
  private let blue: Row
  private let red: Row
  private let offset: Int32

  static let videoRange = LumaChroma(lumaScale: 219.0 / 255, offset: 16, chromaScale: 224.0 / 255)
  static let fullRange = LumaChroma(lumaScale: 1, offset: 0, chromaScale: 1)

  private init(lumaScale: Double, offset: Int32, chromaScale: Double) {
    func fixed(_ number: Double) -> Int32 { Int32((number * 65_536).rounded()) }
    luma = (fixed(0.299 * lumaScale), fixed(0.587 * lumaScale), fixed(0.114 * lumaScale))
    blue = (
      fixed(-0.168_736 * chromaScale), fixed(-0.331_264 * chromaScale), fixed(0.5 * chromaScale)
    )
    red = (
      fixed(0.5 * chromaScale), fixed(-0.418_688 * chromaScale), fixed(-0.081_312 * chromaScale)
    )
    self.offset = offset
  }

  @inline(__always)
  func luma(_ pixel: UInt32) -> UInt8 { Self.byte(luma, pixel, offset) }
  @inline(__always)
  func blueDifference(_ pixel: UInt32) -> UInt8 { Self.byte(blue, pixel, 128) }
  @inline(__always)
  func redDifference(_ pixel: UInt32) -> UInt8 { Self.byte(red, pixel, 128) }

  @inline(__always)
  private static func byte(_ row: Row, _ pixel: UInt32, _ offset: Int32) -> UInt8 {
    let product =
      row.red &* Int32(truncatingIfNeeded: pixel &>> 16 & 0xFF)
      &+ row.green &* Int32(truncatingIfNeeded: pixel &>> 8 & 0xFF)
      &+ row.blue &* Int32(truncatingIfNeeded: pixel & 0xFF)
    // A difference of full range may round up to 256, and nothing falls below 0.
    return UInt8(truncatingIfNeeded: min(255, (product &+ 32_768) &>> 16 &+ offset))
  }
}
