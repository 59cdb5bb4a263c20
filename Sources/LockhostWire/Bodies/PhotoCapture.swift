// SPDX-License-Identifier: MIT

/// Takes one photo.
public struct PhotoCapture: JSONBody, Hashable {
  /// The settings' unique id, which the progress and the reply repeat.
  public let uniqueID: Int64
  /// The file's codec, one of the camera's ``CameraDescription/photoCodecs``.
  public let codec: String
  /// When the flash fires.
  public let flashMode: FlashMode
  /// The wanted width in pixels; nil for the format's own.
  public let width: Int?
  /// The wanted height in pixels; nil for the format's own.
  public let height: Int?
  /// The encoder's quality, 0 to 1; nil for the host's own.
  public let quality: Double?
  /// How far the picture is turned clockwise, in degrees: 0, 90, 180 or 270.
  public let rotationAngle: Int
  /// Whether the picture is mirrored.
  public let mirrored: Bool

  /// Makes the value from its fields.
  public init(
    uniqueID: Int64, codec: String, flashMode: FlashMode, width: Int? = nil, height: Int? = nil,
    quality: Double? = nil, rotationAngle: Int, mirrored: Bool
  ) {
    self.uniqueID = uniqueID
    self.codec = codec
    self.flashMode = flashMode
    self.width = width
    self.height = height
    self.quality = quality
    self.rotationAngle = rotationAngle
    self.mirrored = mirrored
  }

  /// When the flash fires.
  public enum FlashMode: String, Codable, Hashable, Sendable, CaseIterable {
    /// Never.
    case off
    /// Always.
    case on
    /// When it is dark.
    case auto
  }

  /// Checks the angle and the quality.
  public func validate() throws(WireError) {
    guard [0, 90, 180, 270].contains(rotationAngle) else {
      throw .value(field: "rotationAngle", reason: "not 0, 90, 180 or 270")
    }
    if let quality, !(0...1).contains(quality) {
      throw .value(field: "quality", reason: "not between 0 and 1")
    }
  }
}

/// The photo, whose file is in the one sealed memfd that comes along.
public struct CapturedPhoto: JSONBody, Hashable {
  /// The request's unique id.
  public let uniqueID: Int64
  /// The picture's width in pixels.
  public let width: Int
  /// The picture's height in pixels.
  public let height: Int
  /// The EXIF orientation, 1 to 8.
  public let orientation: Int
  /// Whether the flash fired; nil from a host that does not say.
  public let flashFired: Bool?

  /// Makes the value from its fields.
  public init(
    uniqueID: Int64, width: Int, height: Int, orientation: Int, flashFired: Bool? = nil
  ) {
    self.uniqueID = uniqueID
    self.width = width
    self.height = height
    self.orientation = orientation
    self.flashFired = flashFired
  }
}
