// SPDX-License-Identifier: MIT

/// Which extension it is, as a host finds it.
public struct AppExtensionIdentity: Hashable, Identifiable {
  /// The same as ``bundleIdentifier``.
  public var id: String
  /// The identifier of the extension's bundle.
  public var bundleIdentifier: String
  /// The extension point that it declares.
  public var extensionPointIdentifier: String
  /// Its name for people.
  public var localizedName: String

  init(bundleIdentifier: String, extensionPointIdentifier: String, localizedName: String) {
    id = bundleIdentifier
    self.bundleIdentifier = bundleIdentifier
    self.extensionPointIdentifier = extensionPointIdentifier
    self.localizedName = localizedName
  }
}
