// SPDX-License-Identifier: MIT

public import LockhostSystem

/// A loaded and checked `Y.appex`.
public struct ExtensionBundle: Hashable, Sendable {
  /// The extension point of capture extensions.
  ///
  /// Apple documents no name; this is the one that Xcode's template writes.
  public static let capturePoint = "com.apple.securecapture"
  /// The extension point of control widgets.
  public static let widgetPoint = "com.apple.widgetkit-extension"

  /// The folder of an app in which an extension lies; it decides where its point is declared.
  public enum Folder: String, CaseIterable, Codable, Hashable, Sendable {
    /// `Extensions/`: ExtensionKit, declared in `EXAppExtensionAttributes`.
    case extensions = "Extensions"
    /// `PlugIns/`: the older kind, declared in `NSExtension`.
    case plugIns = "PlugIns"
  }

  /// The bundle's absolute path, without links.
  public let path: String
  /// Which folder ``path`` was.
  ///
  /// Whoever opens it later compares.
  public let identity: FileIdentity
  /// Where in the app it lies.
  public let folder: Folder
  /// `CFBundleIdentifier`.
  public let identifier: String
  /// The name for people.
  public let name: String
  /// The extension point that it declares.
  public let extensionPoint: String
  /// Its program.
  public let executable: BundleExecutable
  /// Its usage texts.
  ///
  /// Blank ones do not count.
  public let usageTexts: [Permission: String]
  /// Its camera capture intents, if it lists them (`LHCameraCaptureIntents`).
  public let captureIntents: [String]?
  /// `UISupportedInterfaceOrientations`, the only lock on an extension's orientation.
  public let orientations: [String]

  /// Creates an extension from what its bundle says.
  ///
  /// Callers use ``AppBundle/load(at:points:)``.
  public init(
    path: String, identity: FileIdentity, folder: Folder, identifier: String, name: String,
    extensionPoint: String, executable: BundleExecutable, usageTexts: [Permission: String],
    captureIntents: [String]? = nil, orientations: [String] = []
  ) {
    self.path = path
    self.identity = identity
    self.folder = folder
    self.identifier = identifier
    self.name = name
    self.extensionPoint = extensionPoint
    self.executable = executable
    self.usageTexts = usageTexts
    self.captureIntents = captureIntents
    self.orientations = orientations
  }
}
