// SPDX-License-Identifier: MIT

package import LockhostWire

/// One camera of the simulated device: what it is called, what it delivers, and how its pictures
/// are exposed.
package struct CameraDevice: Hashable, Sendable {
  /// How the camera exposes; the same for every picture, since the scene has no real light.
  package struct Exposure: Hashable, Sendable {
    /// 1/60 s is 60.
    let shutterDenominator: UInt32
    /// f/1.8 is 18.
    let apertureTenths: UInt32
    /// ISO.
    let sensitivity: UInt16
    /// 5.1 mm is 51.
    let focalLengthTenths: UInt32
    /// Millimetres on 35 mm film.
    let equivalentFocalLength: UInt16
  }

  /// The maker's name in every photo.
  package static let make = "lockhost"
  /// The phone's name in every photo.
  package static let model = "Simulated Phone"

  /// The name on the wire.
  package let uniqueID: String
  /// The name for people.
  package let localizedName: String
  /// Where it looks.
  package let position: CameraPosition
  /// Whether frames of it are mirrored, as the person's own picture is.
  package let isMirrored: Bool
  /// Whether there is a flash beside it.
  package let hasFlash: Bool
  /// The largest picture of a source that has no size of its own.
  package let sensorWidth: Int
  /// The largest picture of a source that has no size of its own.
  package let sensorHeight: Int
  let exposure: Exposure
  let fieldOfView: Double

  /// The camera at the back of the phone: 12 megapixels, f/1.8, with a flash.
  package static let back = CameraDevice(
    uniqueID: "lockhost.camera.back", localizedName: "Back Camera", position: .back,
    isMirrored: false, hasFlash: true, sensorWidth: 4032, sensorHeight: 3024,
    exposure: Exposure(
      shutterDenominator: 60, apertureTenths: 18, sensitivity: 100, focalLengthTenths: 51,
      equivalentFocalLength: 26),
    fieldOfView: 69.4)

  /// The camera above the screen: 7 megapixels, f/2.2, mirrored, without a flash.
  package static let front = CameraDevice(
    uniqueID: "lockhost.camera.front", localizedName: "Front Camera", position: .front,
    isMirrored: true, hasFlash: false, sensorWidth: 3088, sensorHeight: 2316,
    exposure: Exposure(
      shutterDenominator: 60, apertureTenths: 22, sensitivity: 160, focalLengthTenths: 27,
      equivalentFocalLength: 30),
    fieldOfView: 62.0)

  /// All cameras of the device, the default first.
  package static let all = [back, front]

  /// The lens in photos, as in `Back Camera 5.1mm f/1.8`.
  var lensModel: String {
    "\(localizedName) \(Self.tenths(exposure.focalLengthTenths))mm "
      + "f/\(Self.tenths(exposure.apertureTenths))"
  }

  /// What a guest is told of the camera at its launch.
  package var description: CameraDescription {
    let sizes = [(1920, 1080), (1280, 720), (1024, 768), (640, 480)]
    return CameraDescription(
      uniqueID: uniqueID, localizedName: localizedName, position: position,
      deviceType: "builtInWideAngleCamera",
      formats: sizes.map { width, height in
        CameraFormat(
          width: width, height: height, maxFrameRate: Double(CameraFormatLimits.maximumRate),
          photoWidth: sensorWidth, photoHeight: sensorHeight)
      },
      minZoom: 1, maxZoom: 1, hasFlash: hasFlash, hasTorch: false,
      lensAperture: Double(exposure.apertureTenths) / 10, fieldOfView: fieldOfView)
  }

  private static func tenths(_ number: UInt32) -> String { "\(number / 10).\(number % 10)" }
}
