// SPDX-License-Identifier: MIT

/// One asset of the photo library.
package struct PhotoRecord: Hashable, Sendable, Codable {
  /// What an asset is.
  package enum MediaType: String, Hashable, Sendable, Codable {
    case image, video
  }

  /// The asset's name, in PhotoKit's form: a UUID and `/L0/001`.
  package let identifier: String
  /// The absolute path of the content file.
  package let path: String
  /// The size of the content file.
  package let bytes: Int
  /// The uniform type identifier, as found in the content: `public.jpeg`, `public.png`.
  package let type: String
  /// Image or video.
  package let mediaType: MediaType
  /// Pixels, as stored.
  ///
  /// 0 for a video, which is not decoded.
  package let width: Int
  /// Pixels, as stored.
  ///
  /// 0 for a video, which is not decoded.
  package let height: Int
  /// When the picture was taken: seconds since 1970, as the guest said or else as the host saw it.
  package let created: Double
  /// The session that added it.
  package let session: String
  /// The file name that the guest gave, for people; never used as a path.
  package let originalFilename: String?
}
