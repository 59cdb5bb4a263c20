// SPDX-License-Identifier: MIT

public import LockhostSystem

/// The program of a bundle, as it was when the bundle was loaded.
public struct BundleExecutable: Hashable, Sendable {
  /// Its name in the bundle: the value of `CFBundleExecutable`.
  public let name: String
  /// Its path on the host.
  public let path: String
  /// Which file it was.
  ///
  /// Whoever opens the path later compares.
  public let identity: FileIdentity
  /// Whether it needs a dynamic loader, and so its libraries, in the sandbox.
  public let isDynamic: Bool

  /// Creates the facts about a program.
  public init(name: String, path: String, identity: FileIdentity, isDynamic: Bool) {
    self.name = name
    self.path = path
    self.identity = identity
    self.isDynamic = isDynamic
  }
}
