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
  private func writePlanes(
    _ source: UnsafeBufferPointer<UInt32>, _ matrix: LumaChroma,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    let chroma = width * height
    for row in stride(from: 0, to: height - 1, by: 2) {
      let (upper, lower) = (row * width, (row + 1) * width)
      for column in stride(from: 0, to: width - 1, by: 2) {
        let pixels = unsafe (
          source[upper + column], source[upper + column + 1], source[lower + column],
          source[lower + column + 1]
        )
        unsafe target[upper + column] = matrix.luma(pixels.0)
        unsafe target[upper + column + 1] = matrix.luma(pixels.1)
        unsafe target[lower + column] = matrix.luma(pixels.2)
        unsafe target[lower + column + 1] = matrix.luma(pixels.3)
        let mean = Self.mean(Self.mean(pixels.0, pixels.1), Self.mean(pixels.2, pixels.3))
        let place = chroma + row / 2 * width + column
        unsafe target[place] = matrix.blueDifference(mean)
        unsafe target[place + 1] = matrix.redDifference(mean)
      }
    }
  }
}

/// ITU-R BT.601 in whole numbers of 16 fractional bits.
private struct LumaChroma {
  private let luma: (red: Int32, green: Int32, blue: Int32)
  private let blue: (red: Int32, green: Int32, blue: Int32)
  private let red: (red: Int32, green: Int32, blue: Int32)
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

  func luma(_ pixel: UInt32) -> UInt8 { Self.byte(Self.product(luma, pixel), offset) }
  func blueDifference(_ pixel: UInt32) -> UInt8 { Self.byte(Self.product(blue, pixel), 128) }
  func redDifference(_ pixel: UInt32) -> UInt8 { Self.byte(Self.product(red, pixel), 128) }

  private static func product(
    _ row: (red: Int32, green: Int32, blue: Int32), _ pixel: UInt32
  ) -> Int32 {
    row.red * Int32(pixel >> 16 & 0xFF) + row.green * Int32(pixel >> 8 & 0xFF)
      + row.blue * Int32(pixel & 0xFF)
  }

  private static func byte(_ product: Int32, _ offset: Int32) -> UInt8 {
    UInt8(clamping: ((product + 32_768) >> 16) + offset)
  }
}
