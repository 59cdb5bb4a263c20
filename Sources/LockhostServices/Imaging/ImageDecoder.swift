// SPDX-License-Identifier: MIT

/// Turns files into upright pixels.
///
/// Only ever given what the person who runs lockhost named as a camera source. What a guest hands
/// in is judged by `ImageHeader` and never decoded in the host, which is why the decoder needs no
/// sandbox of its own yet.
package struct ImageDecoder: Sendable {
  /// What is refused for its size.
  package let limits: ImageLimits

  /// Makes a decoder.
  package init(limits: ImageLimits = .standard) {
    self.limits = limits
  }

  /// Decodes a JPEG or PNG file, upright.
  ///
  /// Blocks for as long as the file takes: about 10 ms a megapixel, more in a debug build.
  ///
  /// - Throws: `ServiceError` that names the path.
  package func decode(path: String) throws(ServiceError) -> BGRAImage {
    try decode(try ImageFile.read(path: path, limits: limits), name: path)
  }

  /// Decodes the content of a JPEG or PNG file, upright.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: What errors call it.
  package func decode(_ bytes: [UInt8], name: String) throws(ServiceError) -> BGRAImage {
    let header = try ImageHeader(bytes: bytes, limits: limits, name: name)
    let stored: BGRAImage
    switch header.structure {
    case .jpeg(let structure): stored = try JPEGDecoder.decode(bytes, structure, name: name)
    case .png(let structure): stored = try PNGDecoder.decode(bytes, structure, name: name)
    case .heic:
      throw ServiceError(.unsupportedImage, name, "it is a HEIC image")
    }
    return stored.upright(from: header.orientation)
  }
}
