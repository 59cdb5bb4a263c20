// SPDX-License-Identifier: MIT

/// An asset that is to be added to the photo library.
package struct NewAsset: Sendable {
  /// The content of its one file.
  package let bytes: [UInt8]
  /// What the content is said to be.
  package let mediaType: PhotoRecord.MediaType
  /// The uniform type identifier that is claimed, if one is.
  package let claimedType: String?
  /// When it was made, in seconds since 1970; `nil` for now.
  package let created: Double?
  /// The name that it had, for people.
  package let filename: String?

  /// Makes an asset.
  package init(
    bytes: [UInt8], mediaType: PhotoRecord.MediaType = .image, claimedType: String? = nil,
    created: Double? = nil, filename: String? = nil
  ) {
    self.bytes = bytes
    self.mediaType = mediaType
    self.claimedType = claimedType
    self.created = created
    self.filename = filename
  }
}
