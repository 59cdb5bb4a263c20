// SPDX-License-Identifier: MIT

/// Turns files into upright pixels.
///
/// Only ever given what the person who runs lockhost named as a camera source. What a guest hands
/// in is judged by `ImageHeader` and never decoded. A host gives it a ``PixelDecoder`` in a sandbox;
/// what is done here is done in Swift.
package struct ImageDecoder: Sendable {
  /// What is refused for its size.
  package let limits: ImageLimits
  private let pixels: any PixelDecoder

  /// Makes a decoder.
  ///
  /// - Parameter pixels: Who runs the C libraries; they run in this process if nobody else does.
  package init(limits: ImageLimits = .standard, pixels: any PixelDecoder = LibraryDecoder()) {
    self.limits = limits
    self.pixels = pixels
  }

  /// Lets go of what is kept for the next file.
  package func rest() { pixels.rest() }

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
    if case .heic = header.structure {
      throw ServiceError(.unsupportedImage, name, "it is a HEIC image")
    }
    return try pixels.decode(bytes, header, name: name).upright(from: header.orientation)
  }
}
