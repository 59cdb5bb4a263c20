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
      case .bgra: unsafe target.copyFrame(from: UnsafeRawBufferPointer(source))
      case .videoRange:
        unsafe writePlanes(source, LumaChroma.videoRange, into: target.bindMemory(to: UInt8.self))
      case .fullRange:
        unsafe writePlanes(source, LumaChroma.fullRange, into: target.bindMemory(to: UInt8.self))
      }
    }
  }

  /// Luma for each pixel, chroma for the mean of four.
  ///
  /// Eight pixels at once: this runs for every pixel of every frame.
  private func writePlanes(
    _ source: UnsafeBufferPointer<UInt32>, _ matrix: LumaChroma,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    guard let source = source.baseAddress, let target = target.baseAddress else {
      return
    }
    for pair in 0..<(height / 2) {
      let upper = unsafe source + 2 * pair * width
      let lower = unsafe upper + width
      let luma = unsafe target + 2 * pair * width
      let chroma = unsafe target + (height + pair) * width
      var column = 0
      while column &+ 8 <= width {
        let first = unsafe Self.eight(upper + column)
        let second = unsafe Self.eight(lower + column)
        unsafe Self.store(matrix.luma(first), to: luma + column)
        unsafe Self.store(matrix.luma(second), to: luma + width + column)
        unsafe Self.store(matrix.chroma(first, second), to: chroma + column)
        column &+= 8
      }
      guard column < width else { continue }
      // What is left of a row, with nothing beside it.
      var (first, second) = (SIMD8<UInt32>(), SIMD8<UInt32>())
      for place in 0..<(width - column) {
        unsafe first[place] = upper[column + place]
        unsafe second[place] = lower[column + place]
      }
      let rows = (matrix.luma(first), matrix.luma(second), matrix.chroma(first, second))
      for place in 0..<(width - column) {
        unsafe luma[column + place] = rows.0[place]
        unsafe luma[width + column + place] = rows.1[place]
        unsafe chroma[column + place] = rows.2[place]
      }
    }
  }

  @inline(__always)
  private static func eight(_ source: UnsafePointer<UInt32>) -> SIMD8<UInt32> {
    unsafe UnsafeRawPointer(source).loadUnaligned(as: SIMD8<UInt32>.self)
  }

  @inline(__always)
  private static func store(_ bytes: SIMD8<UInt8>, to target: UnsafeMutablePointer<UInt8>) {
    unsafe UnsafeMutableRawPointer(target).storeBytes(of: bytes, as: SIMD8<UInt8>.self)
  }
}

/// ITU-R BT.601 in whole numbers of 8 fractional bits, which is off by at most one level.
///
/// 16 bits are enough, and a vector holds eight of them: the factors of a row are at most 256 in sum,
/// and those of a difference at most 128 to either side.
private struct LumaChroma {
  private typealias Row = (red: UInt16, green: UInt16, blue: UInt16)

  private let luma: Row
  private let blue: Row
  private let red: Row
  private let offset: UInt16

  static let videoRange = LumaChroma(
    luma: (66, 129, 25), blue: (-38, -74, 112), red: (112, -94, -18), offset: 16)
  static let fullRange = LumaChroma(
    luma: (77, 150, 29), blue: (-43, -85, 128), red: (128, -107, -21), offset: 0)

  private init(
    luma: Row, blue: (Int16, Int16, Int16), red: (Int16, Int16, Int16), offset: UInt16
  ) {
    func row(_ factors: (Int16, Int16, Int16)) -> Row {
      (
        UInt16(bitPattern: factors.0), UInt16(bitPattern: factors.1), UInt16(bitPattern: factors.2)
      )
    }
    self.luma = luma
    self.blue = row(blue)
    self.red = row(red)
    self.offset = offset
  }

  /// The brightness of eight pixels.
  @inline(__always)
  func luma(_ pixels: SIMD8<UInt32>) -> SIMD8<UInt8> {
    let sum =
      Self.channel(pixels, 16) &* luma.red &+ Self.channel(pixels, 8) &* luma.green
      &+ Self.channel(pixels, 0) &* luma.blue
    return SIMD8(truncatingIfNeeded: ((sum &+ 128) &>> 8) &+ offset)
  }

  /// The colour differences of four squares of four pixels, blue and red in turn.
  @inline(__always)
  func chroma(_ upper: SIMD8<UInt32>, _ lower: SIMD8<UInt32>) -> SIMD8<UInt8> {
    let pairs = Self.mean(upper, lower)
    let squares = Self.mean(pairs.evenHalf, pairs.oddHalf)
    let channels = (
      red: SIMD4<UInt16>(truncatingIfNeeded: squares &>> 16 & 0xFF),
      green: SIMD4<UInt16>(truncatingIfNeeded: squares &>> 8 & 0xFF),
      blue: SIMD4<UInt16>(truncatingIfNeeded: squares & 0xFF)
    )
    // Grey is 128. Half a level less than that is added for rounding, so that the largest difference
    // stays a byte.
    func difference(_ row: Row) -> SIMD4<UInt16> {
      let sum =
        channels.red &* row.red &+ channels.green &* row.green &+ channels.blue &* row.blue
      return (sum &+ (128 * 256 + 127)) &>> 8
    }
    let both = difference(blue) | difference(red) &<< 8
    return unsafe unsafeBitCast(both, to: SIMD8<UInt8>.self)
  }

  @inline(__always)
  private static func channel(_ pixels: SIMD8<UInt32>, _ shift: UInt32) -> SIMD8<UInt16> {
    SIMD8(truncatingIfNeeded: pixels &>> shift & 0xFF)
  }

  /// The mean of two pixels, all four channels at once.
  @inline(__always)
  private static func mean<Pixels: SIMD>(_ first: Pixels, _ second: Pixels) -> Pixels
  where Pixels.Scalar == UInt32 {
    (first & second) &+ (((first ^ second) & 0xFEFE_FEFE) &>> 1)
  }
}
