// SPDX-License-Identifier: MIT

/// How large a picture may be before lockhost refuses to look at it.
///
/// Checked against the header, before anything is allocated for the pixels.
package struct ImageLimits: Hashable, Sendable {
  /// Pixels, in either direction.
  package let maximumSide: Int
  /// Pixels in all.
  ///
  /// 100 million of them take 400 MB as BGRA.
  package let maximumPixels: Int
  /// Bytes of the file.
  package let maximumFileBytes: Int

  /// Room for every camera of today, and for nothing that only wants to hurt.
  package static let standard = ImageLimits(
    maximumSide: 12_000, maximumPixels: 100_000_000, maximumFileBytes: 64 << 20)

  /// Makes limits.
  package init(maximumSide: Int, maximumPixels: Int, maximumFileBytes: Int) {
    self.maximumSide = maximumSide
    self.maximumPixels = maximumPixels
    self.maximumFileBytes = maximumFileBytes
  }

  /// Refuses a size that is over a limit, or empty.
  ///
  /// - Throws: `ServiceError` with `imageTooLarge` or `corruptImage`.
  func check(width: Int, height: Int, of name: String) throws(ServiceError) {
    guard width > 0, height > 0 else {
      throw ServiceError(.corruptImage, name, "its header says \(width) × \(height) pixels")
    }
    guard width <= maximumSide, height <= maximumSide, width * height <= maximumPixels else {
      throw ServiceError(
        .imageTooLarge, name,
        "its header says \(width) × \(height) pixels; the limit is \(maximumSide) a side and "
          + "\(maximumPixels / 1_000_000) megapixels")
    }
  }

  /// Refuses a file that is over the limit.
  ///
  /// - Throws: `ServiceError` with `fileTooLarge`.
  func check(fileBytes: Int, of name: String) throws(ServiceError) {
    guard fileBytes <= maximumFileBytes else {
      throw ServiceError(
        .fileTooLarge, name,
        "it has \(fileBytes) bytes; the limit is \(maximumFileBytes >> 20) MiB")
    }
  }
}
