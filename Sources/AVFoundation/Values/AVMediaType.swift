// SPDX-License-Identifier: MIT

/// What kind of media something is about.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  /// The four-character code as text.
  public let rawValue: String

  /// Creates a media type from its code.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Pictures.
  public static let video = AVMediaType(rawValue: "vide")
  /// Sound; this device has no microphone.
  public static let audio = AVMediaType(rawValue: "soun")
  /// Pictures and sound in one stream.
  public static let muxed = AVMediaType(rawValue: "muxx")
  /// What was recognised in pictures.
  public static let metadata = AVMediaType(rawValue: "meta")
  /// Distances.
  public static let depthData = AVMediaType(rawValue: "dpth")
}
