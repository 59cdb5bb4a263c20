// SPDX-License-Identifier: MIT

import CTurboJPEG

/// Encodes pixels as a JPEG file with EXIF data, as a camera does.
package enum JPEGEncoder {
  /// What is used when nobody asks for another.
  ///
  /// A photo must be the picture before the lens: no channel may be 4 of 255 off on average. On
  /// fractal noise, the worst of our fixtures, 92 is off by 4.6, and 97 by half of that.
  package static let standardQuality = 97

  /// Encodes a picture.
  ///
  /// Full colour resolution, since what comes out should be what went in. The file begins with an
  /// Exif segment and has no JFIF one, which is how cameras write.
  ///
  /// - Parameters:
  ///   - image: Pixels as they are to be stored.
  ///   - quality: 1 to 100; clamped.
  ///   - exif: The TIFF block of the Exif segment; at most 65,525 bytes.
  /// - Throws: `ServiceError` with `encodingFailed`.
  package static func encode(
    _ image: BGRAImage, quality: Int = standardQuality, exif: [UInt8]
  ) throws(ServiceError) -> [UInt8] {
    guard exif.count <= maximumExifBytes else {
      throw ServiceError(.encodingFailed, "photo", "\(exif.count) bytes of EXIF data")
    }
    let plain = try encodePlain(
      image, quality: min(100, max(1, quality)), subsampling: TJSAMP_444, flags: TJFLAG_ACCURATEDCT)
    let length = exif.count + exifHeader.count + 2
    var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]
    file.reserveCapacity(plain.count + exif.count + 16)
    file += exifHeader
    file += exif
    file += plain[(2 + jfifBytes(in: plain))...]
    return file
  }

  /// Encodes one frame of a film: fast, and with colours for each four pixels.
  ///
  /// - Throws: `ServiceError` with `encodingFailed`.
  static func encodeFrame(_ image: BGRAImage, quality: Int) throws(ServiceError) -> [UInt8] {
    try encodePlain(image, quality: quality, subsampling: TJSAMP_420, flags: TJFLAG_FASTDCT)
  }

  private static let exifHeader = Array("Exif\0\0".utf8)
  private static let maximumExifBytes = 65_535 - 2 - 6 - 2

  /// How many bytes the JFIF segment takes that libjpeg writes first.
  private static func jfifBytes(in file: [UInt8]) -> Int {
    let reader = ByteReader(file[...], order: .big)
    guard reader.unsigned16(at: 2) == 0xFFE0, let length = reader.unsigned16(at: 4),
      length + 4 <= file.count
    else { return 0 }
    return length + 2
  }

  private static func encodePlain(
    _ image: BGRAImage, quality: Int, subsampling: TJSAMP, flags: Int32
  ) throws(ServiceError) -> [UInt8] {
    guard let handle = unsafe tjInitCompress() else {
      throw ServiceError(.encodingFailed, "photo", "libjpeg-turbo could not start")
    }
    defer { unsafe tjDestroy(handle) }
    let subsampling = Int32(subsampling.rawValue)
    let capacity = tjBufSize(Int32(image.width), Int32(image.height), subsampling)
    // tjBufSize answers -1, as an unsigned number, when it cannot tell.
    guard capacity <= UInt(Int32.max) else {
      throw ServiceError(.encodingFailed, "photo", "\(image.width) × \(image.height) pixels")
    }
    var failure: ServiceError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(capacity)) { buffer, count in
      var target = buffer.baseAddress
      var size = capacity
      let result = unsafe image.pixels.withUnsafeBytes { source in
        unsafe tjCompress2(
          handle, source.bindMemory(to: UInt8.self).baseAddress, Int32(image.width),
          Int32(image.bytesPerRow), Int32(image.height), Int32(TJPF_BGRA.rawValue), &target,
          &size, subsampling, Int32(quality), TJFLAG_NOREALLOC | flags)
      }
      if result == 0 {
        count = Int(size)
      } else {
        failure = unsafe ServiceError(
          .encodingFailed, "photo", String(cString: tjGetErrorStr2(handle)))
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
