// SPDX-License-Identifier: MIT

import Foundation

/// The process of another extension, which a guest of lockhost cannot start.
///
/// It stands here for the signatures; a program that hosts extensions of its own on Linux uses the
/// library `Lockhost`.
public struct AppExtensionProcess {
  /// Which extension is started, and who hears that it is gone.
  public struct Configuration {
    /// Which extension.
    public var appExtensionIdentity: AppExtensionIdentity
    /// Called when its process is gone.
    public var onInterruption: () -> Void

    /// Describes the process of an extension.
    public init(
      appExtensionIdentity: AppExtensionIdentity, onInterruption: @escaping () -> Void = {}
    ) {
      self.appExtensionIdentity = appExtensionIdentity
      self.onInterruption = onInterruption
    }
  }

  /// Starts nothing.
  ///
  /// - Throws: Always: inside of a guest there are no other extensions.
  public init(configuration: Configuration) throws { throw HostingError.notOffered }

  /// Starts nothing.
  ///
  /// - Throws: Always: inside of a guest there are no other extensions.
  public init(configuration: Configuration) async throws { throw HostingError.notOffered }

  /// Makes no connection.
  ///
  /// - Throws: Always.
  public func makeXPCConnection() throws -> NSXPCConnection { throw HostingError.notOffered }

  /// Makes no session.
  ///
  /// - Throws: Always.
  public func makeXPCSession() throws -> XPCSession { throw HostingError.notOffered }

  /// Does nothing: there is no process.
  public func invalidate() {}
}

/// What every attempt to host an extension inside of a guest ends with.
enum HostingError: LocalizedError {
  case notOffered

  var errorDescription: String? {
    "a guest of lockhost cannot start extensions; on Linux a program of its own does, with the "
      + "library Lockhost"
  }
}
