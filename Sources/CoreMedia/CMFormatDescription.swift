// SPDX-License-Identifier: MIT

import CoreVideo

/// What kind of media a sample is: its type, its codec or pixel format, its size.
public final class CMFormatDescription: Sendable {
  /// The media type.
  package let media: CMMediaType
  /// The codec, or for pixels their format.
  package let subtype: FourCharCode
  /// The size in pixels, 0 by 0 for what has none.
  package let size: CMVideoDimensions

  /// Creates a description.
  package init(media: CMMediaType, subtype: FourCharCode, size: CMVideoDimensions) {
    self.media = media
    self.subtype = subtype
    self.size = size
  }

  /// Creates the description of a buffer's pixels.
  package convenience init(of buffer: CVImageBuffer) {
    self.init(
      media: kCMMediaType_Video, subtype: CVPixelBufferGetPixelFormatType(buffer),
      size: CMVideoDimensions(
        width: Int32(clamping: CVPixelBufferGetWidth(buffer)),
        height: Int32(clamping: CVPixelBufferGetHeight(buffer))))
  }

  /// A media type, for comparison.
  public struct MediaType: RawRepresentable, Hashable, Sendable {
    /// The four-character code.
    public let rawValue: CMMediaType
    /// Creates a media type from its code.
    public init(rawValue: CMMediaType) { self.rawValue = rawValue }
    /// Video.
    public static let video = MediaType(rawValue: kCMMediaType_Video)
    /// Audio.
    public static let audio = MediaType(rawValue: kCMMediaType_Audio)
  }

  /// A codec or pixel format, for comparison.
  public struct MediaSubType: RawRepresentable, Hashable, Sendable {
    /// The four-character code.
    public let rawValue: FourCharCode
    /// Creates a subtype from its code.
    public init(rawValue: FourCharCode) { self.rawValue = rawValue }
    /// Blue, green, red, alpha.
    public static let pixelFormat_32BGRA = MediaSubType(rawValue: kCVPixelFormatType_32BGRA)
  }

  /// The media type.
  public var mediaType: MediaType { MediaType(rawValue: media) }
  /// The codec, or for pixels their format.
  public var mediaSubType: MediaSubType { MediaSubType(rawValue: subtype) }
  /// The size in pixels.
  public var dimensions: CMVideoDimensions { size }
}

extension CMFormatDescription: Hashable {
  /// Whether two descriptions describe the same.
  public static func == (left: CMFormatDescription, right: CMFormatDescription) -> Bool {
    left.media == right.media && left.subtype == right.subtype && left.size == right.size
  }

  /// Hashes what is described.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(media)
    hasher.combine(subtype)
    hasher.combine(size)
  }
}

/// The description of video.
public typealias CMVideoFormatDescription = CMFormatDescription

/// The media type of a description.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType {
  desc.media
}

/// The codec or pixel format of a description.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
  desc.subtype
}

/// The size of a video's pictures.
public func CMVideoFormatDescriptionGetDimensions(
  _ videoDesc: CMVideoFormatDescription
) -> CMVideoDimensions {
  videoDesc.size
}
