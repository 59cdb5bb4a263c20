// SPDX-License-Identifier: MIT

import CPNG

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
