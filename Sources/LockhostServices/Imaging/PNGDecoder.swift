// SPDX-License-Identifier: MIT

import CPNG
import Glibc

/// Decodes PNG by libpng's simplified interface, which keeps its jumps to itself.
enum PNGDecoder {
  /// Decodes a file whose structure has been found to be sound.
  ///
  /// 16-bit samples without a colour space are taken for sRGB, as all others are. What is
  /// transparent stands on black: a camera sees no checkerboard.
  ///
  /// - Parameter target: As many pixels as the structure says.
  /// - Throws: `ServiceError` with `corruptImage`.
  static func decode(
    _ bytes: [UInt8], _ structure: PNGStructure,
    into target: UnsafeMutableBufferPointer<UInt32>, name: String
  ) throws(ServiceError) {
    precondition(target.count == structure.width * structure.height, "size and pixels differ")
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { unsafe png_image_free(&image) }
    guard unsafe png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else {
      throw unsafe ServiceError(.corruptImage, name, image.text)
    }
    guard unsafe image.width == structure.width, unsafe image.height == structure.height else {
      throw ServiceError(.corruptImage, name, "it has two headers that differ")
    }
    guard !structure.isDeepAndInterlaced else {
      return unsafe try decodeDeep(&image, structure, into: target, name: name)
    }
    unsafe image.format =
      png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_BGR)
      | png_uint_32(PNG_FORMAT_FLAG_ALPHA)
    unsafe image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
    let result = unsafe png_image_finish_read(
      &image, nil, target.baseAddress, Int32(structure.width * 4), nil)
    guard result != 0 else { throw unsafe ServiceError(.corruptImage, name, image.text) }
    for index in target.indices where unsafe target[index] < 0xFF00_0000 {
      unsafe target[index] = onBlack(target[index])
    }
  }

  /// Decodes 16-bit samples that come in passes, as libpng's own 16 bits.
  ///
  /// libpng with the mending of CVE-2025-65018, Debian's 1.6.39-2+deb12u4 among them, mixes up the
  /// passes when it makes 8 bits of such samples itself. Its 16 bits are light, multiplied by alpha:
  /// for a file that does not say otherwise, just what the file has.
  private static func decodeDeep(
    _ image: inout png_image, _ structure: PNGStructure,
    into target: UnsafeMutableBufferPointer<UInt32>, name: String
  ) throws(ServiceError) {
    unsafe image.format =
      png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_BGR)
      | png_uint_32(PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_LINEAR)
    var result: Int32 = 0
    // Zeroed: what libpng leaves out is black, and not what was in this memory before.
    var samples = [UInt16](repeating: 0, count: target.count * 4)
    unsafe samples.withUnsafeMutableBufferPointer { buffer in
      result = unsafe png_image_finish_read(
        &image, nil, buffer.baseAddress, Int32(structure.width * 4), nil)
    }
    guard result != 0 else { throw unsafe ServiceError(.corruptImage, name, image.text) }
    let statesLight = structure.statesLight
    let levels = statesLight ? lightLevels : sampleLevels
    for index in target.indices {
      let alpha = samples[index * 4 + 3]
      let byte = { (channel: Int) in
        let sample = samples[index * 4 + channel]
        return statesLight ? level(sample, alpha, levels) : levels[Int(sample)]
      }
      unsafe target[index] = BGRAImage.pixel(red: byte(2), green: byte(1), blue: byte(0))
    }
  }

  /// What light that was multiplied by alpha looks like on black, where all other pictures' samples
  /// are multiplied, and not their light.
  private static func level(_ light: UInt16, _ alpha: UInt16, _ levels: [UInt8]) -> UInt8 {
    guard alpha > 0 else { return 0 }
    let whole = min(65_535, UInt32(light) * 65_535 / UInt32(alpha))
    return UInt8(UInt32(levels[Int(whole)]) * UInt32(alpha) / 65_535)
  }

  private static let sampleLevels = (0...65_535).map { UInt8(($0 + 128) / 257) }

  /// The level of each light, by the power that libpng takes for sRGB's.
  private static let lightLevels: [UInt8] = (0...65_535).map { light in
    UInt8((pow(Double(light) / 65_535, 1 / 2.2) * 255).rounded())
  }

  private static func onBlack(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    let red = (pixel >> 16 & 0xFF) * alpha / 255
    let green = (pixel >> 8 & 0xFF) * alpha / 255
    let blue = (pixel & 0xFF) * alpha / 255
    return 0xFF00_0000 | red << 16 | green << 8 | blue
  }
}

extension png_image {
  /// What libpng says went wrong.
  fileprivate var text: String {
    unsafe withUnsafeBytes(of: message) { buffer in
      unsafe String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
