// SPDX-License-Identifier: MIT

/// Where a camera looks.
public enum CameraPosition: String, Codable, Hashable, Sendable, CaseIterable {
  /// Away from the screen.
  case back
  /// Towards the person.
  case front
  /// Neither, or not known.
  case unspecified
}

/// One size that a camera delivers.
public struct CameraFormat: Codable, Hashable, Sendable {
  /// The frames' width in pixels.
  public let width: Int
  /// The frames' height in pixels.
  public let height: Int
  /// The highest rate, in frames per second.
  public let maxFrameRate: Double
  /// The width of a photo taken in this format, in pixels.
  public let photoWidth: Int
  /// The height of a photo taken in this format, in pixels.
  public let photoHeight: Int

  /// Makes the value from its fields.
  public init(width: Int, height: Int, maxFrameRate: Double, photoWidth: Int, photoHeight: Int) {
    self.width = width
    self.height = height
    self.maxFrameRate = maxFrameRate
    self.photoWidth = photoWidth
    self.photoHeight = photoHeight
  }
}

/// One camera of the device.
public struct CameraDescription: Codable, Hashable, Sendable {
  /// Identifies the camera on this device.
  public let uniqueID: String
  /// The camera's name for people.
  public let localizedName: String
  /// Where it looks.
  public let position: CameraPosition
  /// Apple's name of the device type, such as `builtInWideAngleCamera`.
  public let deviceType: String
  /// What it delivers, the default first.
  public let formats: [CameraFormat]
  /// The smallest zoom factor.
  public let minZoom: Double
  /// The largest zoom factor.
  public let maxZoom: Double
  /// Whether it has a flash.
  public let hasFlash: Bool
  /// Whether it has a torch.
  public let hasTorch: Bool
  /// The aperture as an f-number.
  public let lensAperture: Double
  /// The horizontal field of view in degrees.
  public let fieldOfView: Double
  /// How far its pictures have to be turned clockwise to be level: 0, 90, 180 or 270; nil for 0.
  public let sensorAngle: Int?
  /// The lowest and the highest exposure bias, in stops; nil for a camera that has none.
  public let exposureBias: [Double]?
  /// Whether it focuses; nil for no.
  public let hasFocus: Bool?
  /// The codecs of photos, the usual one first: `jpeg`, `hvc1`; nil for `jpeg` alone.
  public let photoCodecs: [String]?

  /// Makes the value from its fields.
  public init(
    uniqueID: String, localizedName: String, position: CameraPosition, deviceType: String,
    formats: [CameraFormat], minZoom: Double, maxZoom: Double, hasFlash: Bool, hasTorch: Bool,
    lensAperture: Double, fieldOfView: Double, sensorAngle: Int? = nil,
    exposureBias: [Double]? = nil, hasFocus: Bool? = nil, photoCodecs: [String]? = nil
  ) {
    self.uniqueID = uniqueID
    self.localizedName = localizedName
    self.position = position
    self.deviceType = deviceType
    self.formats = formats
    self.minZoom = minZoom
    self.maxZoom = maxZoom
    self.hasFlash = hasFlash
    self.hasTorch = hasTorch
    self.lensAperture = lensAperture
    self.fieldOfView = fieldOfView
    self.sensorAngle = sensorAngle
    self.exposureBias = exposureBias
    self.hasFocus = hasFocus
    self.photoCodecs = photoCodecs
  }
}
