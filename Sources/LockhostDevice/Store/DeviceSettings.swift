// SPDX-License-Identifier: MIT

/// What a device remembers, apart from its apps and what they made.
public struct DeviceSettings: Codable, Hashable, Sendable {
  /// The version of the stored form.
  public static let currentVersion = 1

  /// The version of the stored form.
  public internal(set) var version = DeviceSettings.currentVersion
  /// The lock state that holds for a launch without a state flag.
  ///
  /// A new device is locked.
  public var lockState = LockState.locked
  /// The bundle identifier of the app that the camera controls start; `nil` for the sample.
  public var cameraApplication: String?
  /// What the cameras see, in the words of `--camera`; `nil` for the test pattern.
  public var cameraSource: String?
  /// Whether bundles that are being developed get the camera and photo adding without asking.
  public var grantsDevelopmentBundles = true
  /// What the person answered, by bundle identifier and permission.
  public var permissions: [String: [String: PermissionGrant]] = [:]
  /// Whether the next launch of an extension freezes, as after an opened app on some versions of iOS;
  /// only a fault that was asked for sets it.
  public var isFrozen: Bool?
  /// The extensions whose next launch waits for a debugger, in the words of whoever asked.
  public var debugNext: [String]?
  /// The user identifier on the host of each app's container, when lockhost runs as root.
  public internal(set) var applicationUsers: [String: UInt32] = [:]
  /// Which controls stand where; nil before the first one was put anywhere.
  public var controlSlots: ControlSlots?

  /// Creates the settings of a new device.
  public init() {}
}
