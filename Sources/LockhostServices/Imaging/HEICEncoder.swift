// SPDX-License-Identifier: MIT

import CHEIF
import Glibc

/// Encodes pixels as a HEIC file with EXIF data, by libheif.
enum HEICEncoder {
  /// What is used when nobody asks for another; libx265 takes no quantizer below its own.
  static let standardQuality = 95
  /// HEVC's smallest block; libheif pads what is smaller, but not every version well.
  private static let minimumSide = 16

  /// Encodes a picture.
  ///
  /// Full colour resolution, as `JPEGEncoder` does. The orientation is in the file's own boxes and in
  /// the EXIF data, as a phone writes it; readers of HEIC follow the boxes.
  ///
  /// - Throws: `ServiceError` with `encodingFailed`.
  static func encode(
    _ image: BGRAImage, quality: Int, orientation: ImageOrientation, exif: [UInt8]
  ) throws(ServiceError) -> [UInt8] {
    guard image.width >= minimumSide, image.height >= minimumSide else {
      throw ServiceError(
        .encodingFailed, "photo", "\(image.width) x \(image.height) is too small for HEIC")
    }
    var file: UnsafeMutablePointer<UInt8>?
    var count = 0
    var message = [CChar](repeating: 0, count: 200)
    let result = unsafe image.pixels.withUnsafeBufferPointer { pixels in
      unsafe exif.withUnsafeBufferPointer { exif in
        var picture = unsafe lh_heif_picture(
          pixels: pixels.baseAddress, width: Int32(image.width), height: Int32(image.height),
          quality: Int32(min(100, max(1, quality))), orientation: Int32(orientation.rawValue),
          exif: exif.baseAddress, exif_count: exif.count)
        return unsafe lh_heif_encode(&picture, &file, &count, &message, message.count)
      }
    }
    guard result == 0, let bytes = unsafe file else {
      let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw ServiceError(.encodingFailed, "photo", String(decoding: text, as: UTF8.self))
    }
    defer { unsafe free(bytes) }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
