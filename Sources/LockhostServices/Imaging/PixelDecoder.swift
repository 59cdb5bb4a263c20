// SPDX-License-Identifier: MIT

/// Turns a file whose structure was found to be sound into pixels, as they are stored in it.
///
/// The seam before the C libraries: whoever decodes people's files puts a process between them and
/// itself.
package protocol PixelDecoder: Sendable {
  /// Decodes a file; blocks.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - header: What it says of itself, which sets the size of the result.
  ///   - name: What errors call it.
  func decode(
    _ bytes: [UInt8], _ header: ImageHeader, name: String
  ) throws(ServiceError) -> BGRAImage

  /// Lets go of what is kept for the next file; one that comes all the same is decoded.
  func rest()
}

/// Decodes in this process, by libjpeg-turbo and libpng.
package struct LibraryDecoder: PixelDecoder {
  /// Makes a decoder.
  package init() {}

  package func decode(
    _ bytes: [UInt8], _ header: ImageHeader, name: String
  ) throws(ServiceError) -> BGRAImage {
    var failure: ServiceError?
    let count = header.width * header.height
    let pixels = unsafe [UInt32](unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(ServiceError) {
        unsafe try header.decode(
          bytes, into: UnsafeMutableBufferPointer(rebasing: buffer[..<count]), name: name)
        initialized = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return BGRAImage(width: header.width, height: header.height, pixels: pixels)
  }

  package func rest() {}
}

extension ImageHeader {
  /// Decodes the file that this is the header of.
  ///
  /// - Parameter target: As many pixels as the header says.
  /// - Throws: `ServiceError`; what is in the target then is nothing.
  func decode(
    _ bytes: [UInt8], into target: UnsafeMutableBufferPointer<UInt32>, name: String
  ) throws(ServiceError) {
    switch structure {
    case .jpeg(let jpeg): unsafe try JPEGDecoder.decode(bytes, jpeg, into: target, name: name)
    case .png(let png): unsafe try PNGDecoder.decode(bytes, png, into: target, name: name)
    case .heic: throw ServiceError(.unsupportedImage, name, "it is a HEIC image")
    }
  }
}
