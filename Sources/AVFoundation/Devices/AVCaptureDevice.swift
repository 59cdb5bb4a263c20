// SPDX-License-Identifier: MIT

import CoreMedia
public import Foundation
import LockhostGuest
import LockhostWire

/// A camera.
///
/// The simulated device has what its profile says, usually one camera on the back and one on the
/// front, and no microphone: `AVCaptureDevice.default(for: .audio)` is `nil`.
///
/// Zoom, exposure bias and torch change what frames and photos show. The simulated lens is sharp
/// everywhere: focus and points of interest are kept, read back, and take their time.
public final class AVCaptureDevice: NSObject, @unchecked Sendable {
  // Unchecked because NSObject is not Sendable; the one stored property is constant and Sendable.

  let unit: CameraUnit

  init(_ unit: CameraUnit) { self.unit = unit }

  /// Finds a camera by its identifier.
  public init?(uniqueID deviceUniqueID: String) {
    let unit = CameraHardware.shared.units.first { $0.camera.uniqueID == deviceUniqueID }
    guard let unit else { return nil }
    self.unit = unit
  }

  /// Whether an object is the same camera.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? AVCaptureDevice)?.unit === unit
  }

  /// A hash of the camera's identity.
  public override var hash: Int { ObjectIdentifier(unit).hashValue }

  /// The camera's name and identity, for logs.
  public override var description: String {
    "<AVCaptureFigVideoDevice: \(localizedName)[\(uniqueID)]>"
  }

  // MARK: Finding cameras

  /// The camera for a media type, `nil` when there is none.
  public class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
    guard mediaType == .video else { return nil }
    let units = CameraHardware.shared.units
    return (units.first { $0.camera.position == .back } ?? units.first)?.device
  }

  /// The camera of a type at a position, `nil` when there is none.
  public class func `default`(
    _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
  ) -> AVCaptureDevice? {
    DiscoverySession(deviceTypes: [deviceType], mediaType: mediaType, position: position)
      .devices.first
  }

  /// The camera that a person would choose: the one that was chosen last, else the one on the back.
  public class var systemPreferredCamera: AVCaptureDevice? {
    CameraHardware.shared.preferredUnit?.device ?? `default`(for: .video)
  }

  /// The camera that the person chose with the program's own controls; at first the system's choice.
  ///
  /// Set it when a person chooses one. It is kept as long as the process runs; on iOS for longer.
  public class var userPreferredCamera: AVCaptureDevice? {
    get { systemPreferredCamera }
    set { CameraHardware.shared.preferredUnit = newValue?.unit }
  }

  // MARK: What the camera is

  /// Identifies the camera on this device.
  public var uniqueID: String { unit.camera.uniqueID }
  /// Identifies the kind of camera.
  public var modelID: String { "lockhost simulated camera" }
  /// Who made the camera.
  public var manufacturer: String { "lockhost" }
  /// The camera's name for people.
  public var localizedName: String { unit.camera.localizedName }
  /// Where the camera looks.
  public var position: Position { Position(unit.camera.position) }
  /// What kind of camera it is.
  public var deviceType: DeviceType { DeviceType(wireName: unit.camera.deviceType) }
  /// Whether the camera is there; always true.
  public var isConnected: Bool { true }
  /// Whether the camera is paused; always false.
  public var isSuspended: Bool { false }
  /// Whether it is several cameras in one; always false.
  public var isVirtualDevice: Bool { false }
  /// The cameras in this one; always none.
  public var constituentDevices: [AVCaptureDevice] { [] }
  /// The lens's aperture as an f-number.
  public var lensAperture: Float { Float(unit.camera.lensAperture) }

  /// Whether the camera delivers a kind of media.
  public func hasMediaType(_ mediaType: AVMediaType) -> Bool { mediaType == .video }

  /// Whether the camera has a format for a preset.
  public func supportsSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool {
    unit.formatIndex(for: preset) != nil
  }

  /// What the camera delivers.
  public var formats: [Format] { unit.formats }
}

extension AVCaptureDevice {
  /// Where a camera looks.
  public enum Position: Int, Sendable {
    /// Not known, or any.
    case unspecified = 0
    /// Away from the screen.
    case back = 1
    /// Towards the person.
    case front = 2

    fileprivate init(_ position: CameraPosition) {
      self =
        switch position {
        case .back: .back
        case .front: .front
        case .unspecified: .unspecified
        }
    }
  }

  /// What kind of camera something is.
  public struct DeviceType: RawRepresentable, Hashable, Sendable {
    /// Apple's name of the type.
    public let rawValue: String

    /// Creates a type from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a type from the Swift name that the host uses.
    init(wireName: String) {
      self.init(
        rawValue: "AVCaptureDeviceType" + wireName.prefix(1).uppercased() + wireName.dropFirst())
    }

    /// The camera that nearly every device has.
    public static let builtInWideAngleCamera = DeviceType(wireName: "builtInWideAngleCamera")
    /// A camera with a wide view.
    public static let builtInUltraWideCamera = DeviceType(wireName: "builtInUltraWideCamera")
    /// A camera with a narrow view.
    public static let builtInTelephotoCamera = DeviceType(wireName: "builtInTelephotoCamera")
    /// Wide and telephoto in one.
    public static let builtInDualCamera = DeviceType(wireName: "builtInDualCamera")
    /// Ultra wide and wide in one.
    public static let builtInDualWideCamera = DeviceType(wireName: "builtInDualWideCamera")
    /// Ultra wide, wide and telephoto in one.
    public static let builtInTripleCamera = DeviceType(wireName: "builtInTripleCamera")
    /// A camera that also measures distances.
    public static let builtInTrueDepthCamera = DeviceType(wireName: "builtInTrueDepthCamera")
    /// A camera with a laser that measures distances.
    public static let builtInLiDARDepthCamera = DeviceType(wireName: "builtInLiDARDepthCamera")
    /// Another device's camera.
    public static let continuityCamera = DeviceType(wireName: "continuityCamera")
    /// A camera on a cable.
    public static let external = DeviceType(wireName: "external")
    /// A microphone.
    public static let microphone = DeviceType(wireName: "microphone")
  }

  /// A search for cameras.
  public final class DiscoverySession: NSObject, @unchecked Sendable {
    // Unchecked because NSObject is not Sendable; the one stored property is constant.

    /// What was found, ordered as the types were given.
    public let devices: [AVCaptureDevice]

    /// Searches for cameras.
    ///
    /// - Parameters:
    ///   - mediaType: What they have to deliver; `nil` for anything.
    ///   - position: Where they have to look; `.unspecified` for anywhere.
    public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
      let all = CameraHardware.shared.units.map(\.device)
      devices = deviceTypes.flatMap { type in
        all.filter { device in
          device.deviceType == type && mediaType.map(device.hasMediaType) ?? true
            && (position == .unspecified || device.position == position)
        }
      }
    }

    /// Sets of cameras that can run at once; always none.
    public var supportedMultiCamDeviceSets: [Set<AVCaptureDevice>] { [] }
  }
}
