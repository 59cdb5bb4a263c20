// SPDX-License-Identifier: MIT

/// How a picture fits the rectangle in which it is shown.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Creates a gravity from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The whole picture, undistorted, perhaps with bars.
  public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
  /// The whole rectangle, undistorted, perhaps with edges cut off.
  public static let resizeAspectFill = AVLayerVideoGravity(
    rawValue: "AVLayerVideoGravityResizeAspectFill")
  /// The whole picture and the whole rectangle, distorted.
  public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}
