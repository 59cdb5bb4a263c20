// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import LockhostSystem

/// The cameras of one simulated device, as a person may edit them.
///
/// The file is `cameras.json` in the device's folder; without it, a device has
/// `CameraProfile.standard`. Everything in it is checked when it is read, so that a camera that was
/// described can be used.
package struct CameraProfile: Codable, Hashable, Sendable {
  /// The file's name in the device's folder.
  package static let fileName = "cameras.json"
  /// The version of the stored form.
  package static let currentVersion = 1
  private static let maximumBytes = 1 << 20
  private static let maximumCameras = 8
  private static let maximumFormats = 32

  /// The version of the stored form.
  package let version: Int
  /// The cameras, the default first.
  package let cameras: [CameraDevice]

  /// What a device has whose profile nobody has edited.
  package static let standard = CameraProfile(version: currentVersion, cameras: CameraDevice.all)

  /// Makes a profile.
  package init(version: Int = currentVersion, cameras: [CameraDevice]) {
    self.version = version
    self.cameras = cameras
  }

  /// Reads a device's profile.
  ///
  /// - Parameter folder: The device's folder.
  /// - Throws: `ServiceError` with `badCameraProfile` that names the file and what is wrong in it.
  package static func load(folder: String) throws(ServiceError) -> CameraProfile {
    let path = folder + "/" + fileName
    guard unsafe access(path, F_OK) == 0 else { return standard }
    let limits = ImageLimits(
      maximumSide: 0, maximumPixels: 0, maximumFileBytes: maximumBytes)
    return try CameraProfile(json: try ImageFile.read(path: path, limits: limits), name: path)
  }

  /// Reads a profile out of JSON.
  ///
  /// - Throws: `ServiceError` with `badCameraProfile`.
  package init(json: [UInt8], name: String) throws(ServiceError) {
    do {
      self = try JSONDecoder().decode(CameraProfile.self, from: Data(json))
    } catch {
      throw ServiceError(.badCameraProfile, name, Self.reason(error))
    }
    if let fault = fault { throw ServiceError(.badCameraProfile, name, fault) }
  }

  /// The file's content, for people to edit.
  package var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { return "{}" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// What is wrong with the profile, in words; nil when nothing is.
  private var fault: String? {
    guard version == Self.currentVersion else {
      return "version is \(version), and this lockhost knows \(Self.currentVersion)"
    }
    guard (1...Self.maximumCameras).contains(cameras.count) else {
      return "a device has 1 to \(Self.maximumCameras) cameras, not \(cameras.count)"
    }
    guard Set(cameras.map(\.uniqueID)).count == cameras.count else {
      return "two cameras have the same uniqueID"
    }
    for (index, camera) in cameras.enumerated() {
      if let fault = camera.fault { return "cameras[\(index)]: \(fault)" }
    }
    return nil
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "it is not JSON" }
    func place(_ context: DecodingError.Context) -> String {
      context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        .trimmingPrefix(".").description
    }
    switch error {
    case .keyNotFound(let key, let context):
      return "there is no \"\(key.stringValue)\" in \(place(context))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "\(place(context)) is of the wrong type"
    case .dataCorrupted(let context):
      return context.codingPath.isEmpty ? "it is not JSON" : "\(place(context)) is not known"
    @unknown default: return "it is not JSON"
    }
  }

  static func maximumFormats(_ count: Int) -> Bool { (1...maximumFormats).contains(count) }
}

extension CameraDevice {
  /// What is wrong with the camera, in words; nil when nothing is.
  fileprivate var fault: String? {
    guard (1...200).contains(uniqueID.utf8.count), (1...200).contains(localizedName.utf8.count)
    else { return "uniqueID and localizedName have 1 to 200 bytes" }
    guard CameraProfile.maximumFormats(formats.count) else { return "formats: too many, or none" }
    for (index, format) in formats.enumerated() {
      guard CameraFormatLimits.allows(width: format.width, height: format.height),
        (1...CameraFormatLimits.maximumRate).contains(format.maximumRate)
      else {
        return "formats[\(index)]: \(format.width) x \(format.height) at \(format.maximumRate) is "
          + "not within \(CameraFormatLimits.description)"
      }
    }
    let sides = 1...ImageLimits.standard.maximumSide
    guard sides.contains(sensorWidth), sides.contains(sensorHeight),
      sensorWidth * sensorHeight <= ImageLimits.standard.maximumPixels
    else { return "sensorWidth and sensorHeight: not within \(sides.upperBound) a side" }
    guard [0, 90, 180, 270].contains(sensorAngle) else {
      return "sensorAngle: not 0, 90, 180 or 270"
    }
    guard minimumZoom >= 1, maximumZoom >= minimumZoom, maximumZoom <= 200 else {
      return "minimumZoom and maximumZoom: not within 1 to 200"
    }
    guard (-8...0).contains(minimumExposureBias), (0...8).contains(maximumExposureBias) else {
      return "minimumExposureBias is -8 to 0, maximumExposureBias 0 to 8"
    }
    guard (1...180).contains(fieldOfView) else { return "fieldOfView: not within 1 to 180" }
    guard exposure.shutterDenominator > 0, exposure.apertureTenths > 0,
      exposure.focalLengthTenths > 0, exposure.sensitivity > 0
    else { return "exposure: a number is 0" }
    guard !hasTorch || hasFlash else { return "hasTorch: a torch is a flash that stays on" }
    return nil
  }
}
