// SPDX-License-Identifier: MIT

public import LockhostSystem

/// A loaded and checked `X.app`.
public struct AppBundle: Hashable, Sendable {
  /// The bundle's absolute path, without links.
  public let path: String
  /// Which folder ``path`` was.
  ///
  /// Whoever opens it later compares.
  public let identity: FileIdentity
  /// `CFBundleIdentifier`.
  public let identifier: String
  /// The name for people.
  public let name: String
  /// `CFBundleShortVersionString`, or an empty text.
  public let version: String
  /// Its program.
  public let executable: BundleExecutable
  /// Its usage texts.
  ///
  /// Blank ones do not count.
  public let usageTexts: [Permission: String]
  /// Its camera capture intents, if it lists them (`LHCameraCaptureIntents`).
  public let captureIntents: [String]?
  /// `NSUserActivityTypes`: the activities that it continues.
  public let activityTypes: [String]
  /// Every extension in `Extensions/` and `PlugIns/`, in the order of their names.
  public let extensions: [ExtensionBundle]

  /// The extension that runs on the locked device, if there is one.
  public var captureExtension: ExtensionBundle? {
    extensions.first { $0.extensionPoint == ExtensionBundle.capturePoint }
  }

  /// Creates an app from what its bundle says.
  ///
  /// Callers use ``load(at:points:)``.
  public init(
    path: String, identity: FileIdentity, identifier: String, name: String, version: String = "",
    executable: BundleExecutable, usageTexts: [Permission: String],
    captureIntents: [String]? = nil, activityTypes: [String] = [], extensions: [ExtensionBundle]
  ) {
    self.path = path
    self.identity = identity
    self.identifier = identifier
    self.name = name
    self.version = version
    self.executable = executable
    self.usageTexts = usageTexts
    self.captureIntents = captureIntents
    self.activityTypes = activityTypes
    self.extensions = extensions
  }
}
