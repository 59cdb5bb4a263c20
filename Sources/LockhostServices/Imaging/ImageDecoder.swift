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
    try decode(try judge(path: path))
  }

  /// A file whose header was found to be sound.
  struct Judged: Sendable {
    let bytes: [UInt8]
    let header: ImageHeader
    let name: String
  }

  /// Reads a JPEG or PNG file and judges its structure, which needs no C library.
  ///
  /// - Throws: `ServiceError` that names the path.
  func judge(path: String) throws(ServiceError) -> Judged {
    try judge(try ImageFile.read(path: path, limits: limits), name: path)
  }

  private func judge(_ bytes: [UInt8], name: String) throws(ServiceError) -> Judged {
    let header = try ImageHeader(bytes: bytes, limits: limits, name: name)
    if case .heic = header.structure {
      throw ServiceError(.unsupportedImage, name, "it is a HEIC image")
    }
    return Judged(bytes: bytes, header: header, name: name)
  }

  /// Decodes a file that was judged, upright.
  ///
  /// - Throws: `ServiceError` that names the file.
  func decode(_ judged: Judged) throws(ServiceError) -> BGRAImage {
    try pixels.decode(judged.bytes, judged.header, name: judged.name)
      .upright(from: judged.header.orientation)
  }

  /// Decodes the content of a JPEG or PNG file, upright.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: What errors call it.
  package func decode(_ bytes: [UInt8], name: String) throws(ServiceError) -> BGRAImage {
    try decode(try judge(bytes, name: name))
  }
}
