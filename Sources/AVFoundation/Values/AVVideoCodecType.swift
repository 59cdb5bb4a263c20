// SPDX-License-Identifier: MIT

/// How pictures are encoded.
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
  /// The four-character code as text.
  public let rawValue: String

  /// Creates a codec from its code.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// JPEG, which photos and films can have here.
  public static let jpeg = AVVideoCodecType(rawValue: "jpeg")
  /// HEVC, which photos can have where the host can encode it.
  public static let hevc = AVVideoCodecType(rawValue: "hvc1")
  /// H.264.
  public static let h264 = AVVideoCodecType(rawValue: "avc1")
}

/// The key of a codec in settings; its value is an `AVVideoCodecType`.
public let AVVideoCodecKey = "AVVideoCodecKey"
/// The key of a codec's own settings; its value is a dictionary.
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// The key of an encoder's quality; its value is a number from 0 to 1.
public let AVVideoQualityKey = "AVVideoQualityKey"
/// The key of a width in pixels.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// The key of a height in pixels.
public let AVVideoHeightKey = "AVVideoHeightKey"
