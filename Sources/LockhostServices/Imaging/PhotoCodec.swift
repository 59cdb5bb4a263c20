// SPDX-License-Identifier: MIT

import CHEIF

/// How photos are encoded; raw values are `AVVideoCodecType`'s.
package enum PhotoCodec: String, Hashable, Sendable, CaseIterable {
  /// JPEG, by libjpeg-turbo.
  case jpeg = "jpeg"
  /// HEVC in a HEIC file, by libheif where it is installed.
  case heic = "hvc1"

  /// What this machine can encode, as far as one can tell without loading libheif.
  package static let available: [PhotoCodec] = lh_heif_present() != 0 ? [.jpeg, .heic] : [.jpeg]

  /// Encodes a picture with its EXIF data.
  ///
  /// - Parameters:
  ///   - quality: 1 to 100; nil for the codec's own.
  ///   - metadata: Its orientation is also written where the file's own format wants it.
  /// - Throws: `ServiceError` with `encodingFailed`.
  package func encode(
    _ image: BGRAImage, quality: Int?, metadata: PhotoMetadata
  ) throws(ServiceError) -> [UInt8] {
    switch self {
    case .jpeg:
      try JPEGEncoder.encode(
        image, quality: quality ?? JPEGEncoder.standardQuality, exif: metadata.exif())
    case .heic:
      try HEICEncoder.encode(
        image, quality: quality ?? HEICEncoder.standardQuality,
        orientation: metadata.orientation, exif: metadata.exif())
    }
  }
}
