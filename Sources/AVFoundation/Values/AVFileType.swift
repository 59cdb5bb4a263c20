// SPDX-License-Identifier: MIT

/// What kind of file something is written to, as a uniform type identifier.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
  /// The identifier.
  public let rawValue: String

  /// Creates a file type from its identifier.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A JPEG picture.
  public static let jpg = AVFileType(rawValue: "public.jpeg")
  /// A HEIC picture.
  public static let heic = AVFileType(rawValue: "public.heic")
  /// A raw picture.
  public static let dng = AVFileType(rawValue: "com.adobe.raw-image")
  /// A QuickTime movie.
  public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
  /// An MPEG-4 movie.
  public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
}
