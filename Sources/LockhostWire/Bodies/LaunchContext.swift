// SPDX-License-Identifier: MIT

/// What the host tells a guest about its launch; the reply to ``Hello``.
///
/// All paths are those of the guest's own file system.
public struct LaunchContext: JSONBody, Hashable {
  /// The version that both sides now speak.
  public let protocolVersion: Int
  /// What the guest was started as.
  public let role: GuestRole
  /// The session's identifier.
  public private(set) var session: String
  /// The extension point's identifier; nil for an app.
  public let extensionPoint: String?
  /// The identifier of the guest's bundle.
  public let bundleIdentifier: String
  /// Where the bundle is, read-only.
  public var bundlePath: String
  /// Where the container is; it is the home and goes with the guest, except an app's.
  public var containerPath: String
  /// Where an extension writes what shall outlive it.
  public var sessionContentPath: String?
  /// Where an app finds what its extensions left.
  public var sessionContentPaths: [String]
  /// The device's cameras.
  public let cameras: [CameraDescription]

  /// Makes the value from its fields.
  public init(
    protocolVersion: Int, role: GuestRole, session: String, extensionPoint: String? = nil,
    bundleIdentifier: String, bundlePath: String, containerPath: String,
    sessionContentPath: String? = nil, sessionContentPaths: [String] = [],
    cameras: [CameraDescription] = []
  ) {
    self.protocolVersion = protocolVersion
    self.role = role
    self.session = session
    self.extensionPoint = extensionPoint
    self.bundleIdentifier = bundleIdentifier
    self.bundlePath = bundlePath
    self.containerPath = containerPath
    self.sessionContentPath = sessionContentPath
    self.sessionContentPaths = sessionContentPaths
    self.cameras = cameras
  }

  /// The same for another session.
  public func with(session: String) -> LaunchContext {
    var other = self
    other.session = session
    return other
  }
}
