// SPDX-License-Identifier: MIT

/// What the first bytes of a file say it is.
package enum ImageKind: String, Hashable, Sendable, CaseIterable {
  case jpeg = "JPEG"
  case png = "PNG"
  case heic = "HEIC"
  case gif = "GIF"
  case tiff = "TIFF"
  case webp = "WebP"
  case bmp = "BMP"

  /// Recognises a file by its signature.
  ///
  /// - Returns: `nil` for bytes that begin like no image that lockhost has heard of.
  package init?(bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: PNGStructure.signature) {
      self = .png
    } else if bytes.starts(with: Array("GIF8".utf8)) {
      self = .gif
    } else if bytes.starts(with: [0x49, 0x49, 0x2A, 0])
      || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A])
    {
      self = .tiff
    } else if bytes.starts(with: Array("RIFF".utf8)),
      bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
    {
      self = .webp
    } else if bytes.starts(with: Array("BM".utf8)), bytes.count > 26, bytes[6..<10] == [0, 0, 0, 0]
    {
      self = .bmp
    } else if bytes.dropFirst(4).starts(with: Array("ftyp".utf8)),
      Self.heicBrands.contains(where: { bytes.dropFirst(8).starts(with: Array($0.utf8)) })
    {
      self = .heic
    } else {
      return nil
    }
  }

  /// The uniform type identifier.
  package var uniformTypeIdentifier: String {
    switch self {
    case .jpeg: "public.jpeg"
    case .png: "public.png"
    case .heic: "public.heic"
    case .gif: "com.compuserve.gif"
    case .tiff: "public.tiff"
    case .webp: "org.webmproject.webp"
    case .bmp: "com.microsoft.bmp"
    }
  }

  /// The usual extension of a file's name, without the dot.
  package var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    default: rawValue.lowercased()
    }
  }

  private static let heicBrands = ["heic", "heix", "mif1", "heim", "heis"]
}
