// SPDX-License-Identifier: MIT

package import LockhostWire

/// One camera of the simulated device: what it is called, what it delivers, and how its pictures
/// are exposed.
///
/// Its coded form is what a person edits in the device's `cameras.json`, described in
/// `Docs/Cameras.md`; `CameraProfile` reads and checks it.
package struct CameraDevice: Codable, Hashable, Sendable {
  /// How the camera exposes without a bias; the same for every picture, since the scene has no
  /// real light.
  package struct Exposure: Codable, Hashable, Sendable {
    /// 1/60 s is 60.
    package var shutterDenominator: UInt32
    /// f/1.8 is 18.
    package var apertureTenths: UInt32
    /// ISO.
    package var sensitivity: UInt16
    /// 5.1 mm is 51.
    package var focalLengthTenths: UInt32
    /// Millimetres on 35 mm film.
    package var equivalentFocalLength: UInt16
  }

  /// One size of frames, and how often they come.
  package struct Format: Codable, Hashable, Sendable {
    /// Pixels across.
    package var width: Int
    /// Pixels down.
    package var height: Int
    /// Frames a second, at most.
    package var maximumRate: Int
  }

  /// The maker's name in every photo.
  package static let make = "lockhost"
  /// The phone's name in every photo.
  package static let model = "Simulated Phone"

  /// The name on the wire.
  package var uniqueID: String
  /// The name for people.
  package var localizedName: String
  /// Where it looks.
  package var position: CameraPosition
  /// Apple's name of the kind of camera, such as `builtInWideAngleCamera`.
  package var deviceType: String
  /// What it delivers, the default first.
  package var formats: [Format]
  /// The largest picture of a source that has no size of its own.
  package var sensorWidth: Int
  /// The largest picture of a source that has no size of its own.
  package var sensorHeight: Int
  /// How far its pictures must be turned clockwise to be level, as its sensor is mounted.
  package var sensorAngle: Int
  /// Whether frames of it are mirrored, as the person's own picture is.
  package var isMirrored: Bool
  /// Whether there is a flash beside it.
  package var hasFlash: Bool
  /// Whether its flash can shine for longer.
  package var hasTorch: Bool
  /// Whether its lens moves.
  package var hasFocus: Bool
  /// The smallest enlargement.
  package var minimumZoom: Double
  /// The largest enlargement.
  package var maximumZoom: Double
  /// The lowest exposure bias, in stops.
  package var minimumExposureBias: Double
  /// The highest exposure bias, in stops.
  package var maximumExposureBias: Double
  /// The horizontal field of view in degrees.
  package var fieldOfView: Double
  package var exposure: Exposure

  /// The lens in photos, as in `Back Camera 5.1mm f/1.8`.
  var lensModel: String {
    "\(localizedName) \(Self.tenths(exposure.focalLengthTenths))mm "
      + "f/\(Self.tenths(exposure.apertureTenths))"
  }

  /// What a guest is told of the camera at its launch.
  package var description: CameraDescription {
    CameraDescription(
      uniqueID: uniqueID, localizedName: localizedName, position: position, deviceType: deviceType,
      formats: formats.map { format in
        CameraFormat(
          width: format.width, height: format.height, maxFrameRate: Double(format.maximumRate),
          photoWidth: sensorWidth, photoHeight: sensorHeight)
      },
      minZoom: minimumZoom, maxZoom: maximumZoom, hasFlash: hasFlash, hasTorch: hasTorch,
      lensAperture: Double(exposure.apertureTenths) / 10, fieldOfView: fieldOfView,
      sensorAngle: sensorAngle, exposureBias: [minimumExposureBias, maximumExposureBias],
      hasFocus: hasFocus, photoCodecs: PhotoCodec.available.map(\.rawValue))
  }

  /// The camera while the device is held turned: the scene stays level, and lies turned on the sensor.
  func held(_ turn: DeviceTurn) -> CameraDevice {
    var device = self
    device.sensorAngle = turn.levelAngle(sensorAngle: sensorAngle, position: position)
    return device
  }

  private static func tenths(_ number: UInt32) -> String { "\(number / 10).\(number % 10)" }
}

extension CameraDevice {
  private static let usualFormats = [(1920, 1080), (1280, 720), (1024, 768), (640, 480)].map {
    Format(width: $0, height: $1, maximumRate: CameraFormatLimits.maximumRate)
  }

  /// The camera at the back of the phone: 12 megapixels, f/1.8, with a flash.
  package static let back = CameraDevice(
    uniqueID: "lockhost.camera.back", localizedName: "Back Camera", position: .back,
    deviceType: "builtInWideAngleCamera", formats: usualFormats, sensorWidth: 4032,
    sensorHeight: 3024, sensorAngle: 0, isMirrored: false, hasFlash: true, hasTorch: true,
    hasFocus: true, minimumZoom: 1, maximumZoom: 10, minimumExposureBias: -8,
    maximumExposureBias: 8, fieldOfView: 69.4,
    exposure: Exposure(
      shutterDenominator: 60, apertureTenths: 18, sensitivity: 100, focalLengthTenths: 51,
      equivalentFocalLength: 26))

  /// The camera above the screen: 7 megapixels, f/2.2, mirrored, without a flash.
  package static let front = CameraDevice(
    uniqueID: "lockhost.camera.front", localizedName: "Front Camera", position: .front,
    deviceType: "builtInWideAngleCamera", formats: usualFormats, sensorWidth: 3088,
    sensorHeight: 2316, sensorAngle: 0, isMirrored: true, hasFlash: false, hasTorch: false,
    hasFocus: false, minimumZoom: 1, maximumZoom: 5, minimumExposureBias: -8,
    maximumExposureBias: 8, fieldOfView: 62.0,
    exposure: Exposure(
      shutterDenominator: 60, apertureTenths: 22, sensitivity: 160, focalLengthTenths: 27,
      equivalentFocalLength: 30))

  /// All cameras of a device whose profile nobody has edited, the default first.
  package static let all = [back, front]
}
