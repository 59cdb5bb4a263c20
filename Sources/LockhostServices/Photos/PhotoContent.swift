// SPDX-License-Identifier: MIT

/// What bytes for the photo library turn out to be.
///
/// Judged by the bytes alone, in Swift, without decoding: they come from a guest.
package struct PhotoContent: Hashable, Sendable {
  /// The uniform type identifier.
  package let type: String
  /// The extension of the content file's name, without the dot.
  package let fileExtension: String
  /// Image or video.
  package let mediaType: PhotoRecord.MediaType
  /// Pixels as stored; 0 where nobody looked.
  package let width: Int
  /// Pixels as stored; 0 where nobody looked.
  package let height: Int

  /// Judges the bytes of one resource.
  ///
  /// - Parameters:
  ///   - bytes: The whole content.
  ///   - claimed: What the guest says it is.
  ///   - claimedType: The type that the guest names, if it does.
  ///   - name: What errors call it.
  /// - Throws: `ServiceError` with `resourceRefused` or `fileTooLarge`.
  package init(
    judging bytes: [UInt8], claimed: PhotoRecord.MediaType, claimedType: String?, name: String
  ) throws(ServiceError) {
    switch claimed {
    case .image:
      let header: ImageHeader
      do throws(ServiceError) {
        header = try ImageHeader(bytes: bytes, name: name)
      } catch {
        guard error.code != .fileTooLarge else { throw error }
        throw ServiceError(
          .resourceRefused, name,
          error.detail.isEmpty ? error.code.title : "\(error.code.title): \(error.detail)")
      }
      type = header.kind.uniformTypeIdentifier
      fileExtension = header.kind.fileExtension
      width = header.width
      height = header.height
    case .video:
      try ImageLimits.standard.check(fileBytes: bytes.count, of: name)
      guard let kind = VideoKind(bytes: bytes) else {
        throw ServiceError(.resourceRefused, name, "it is no QuickTime, MP4 or AVI video")
      }
      type = kind.rawValue
      fileExtension = kind.fileExtension
      width = 0
      height = 0
    }
    mediaType = claimed
    if let claimedType, claimedType != type {
      throw ServiceError(
        .resourceRefused, name, "it is said to be \(claimedType.prefix(80)) and is \(type)")
    }
  }
}

/// What the first bytes of a file say of a video.
enum VideoKind: String, CaseIterable {
  case quickTime = "com.apple.quicktime-movie"
  case mpeg4 = "public.mpeg-4"
  case avi = "public.avi"

  init?(bytes: [UInt8]) {
    if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("AVI ".utf8)) {
      self = .avi
    } else if bytes.dropFirst(4).starts(with: Array("ftypqt  ".utf8)) {
      self = .quickTime
    } else if bytes.dropFirst(4).starts(with: Array("ftyp".utf8)), ImageKind(bytes: bytes) == nil {
      self = .mpeg4
    } else {
      return nil
    }
  }

  var fileExtension: String {
    switch self {
    case .quickTime: "mov"
    case .mpeg4: "mp4"
    case .avi: "avi"
    }
  }
}
