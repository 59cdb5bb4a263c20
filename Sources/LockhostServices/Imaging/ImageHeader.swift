// SPDX-License-Identifier: MIT

/// What a file says it is, found without decoding and without any C library.
package struct ImageHeader: Hashable, Sendable {
  enum Structure: Hashable, Sendable {
    case jpeg(JPEGStructure)
    case png(PNGStructure)
    case heic
  }

  let structure: Structure
  /// The kind of file.
  package let kind: ImageKind
  /// Pixels across, as stored.
  ///
  /// 0 for HEIC, whose boxes are not read.
  package let width: Int
  /// Pixels down, as stored.
  ///
  /// 0 for HEIC, whose boxes are not read.
  package let height: Int
  /// How the pixels must be turned to stand upright.
  package let orientation: ImageOrientation

  /// Judges the content of a whole file.
  ///
  /// - Throws: `ServiceError` with `notAnImage`, `truncatedImage`, `imageTooLarge`, `fileTooLarge`,
  ///   `unsupportedImage` or `corruptImage`.
  package init(bytes: [UInt8], limits: ImageLimits = .standard, name: String) throws(ServiceError) {
    try limits.check(fileBytes: bytes.count, of: name)
    guard let kind = ImageKind(bytes: bytes) else {
      throw ServiceError(
        .notAnImage, name, bytes.isEmpty ? "it is empty" : "it begins like no image")
    }
    self.kind = kind
    switch kind {
    case .jpeg:
      let found = try JPEGStructure(bytes: bytes, limits: limits, name: name)
      structure = .jpeg(found)
      (width, height, orientation) = (found.width, found.height, found.orientation)
    case .png:
      let found = try PNGStructure(bytes: bytes, limits: limits, name: name)
      structure = .png(found)
      (width, height, orientation) = (found.width, found.height, found.orientation)
    case .heic:
      structure = .heic
      (width, height, orientation) = (0, 0, .up)
    default:
      throw ServiceError(.unsupportedImage, name, "it is a \(kind.rawValue) image")
    }
  }
}
