// SPDX-License-Identifier: MIT

@_exported public import Foundation
import LockhostGuest
import LockhostWire

/// An extension: what it is configured with, and where it starts.
public protocol AppExtension {
  /// What the extension is configured with.
  associatedtype Configuration: AppExtensionConfiguration

  /// What the extension is configured with.
  @MainActor @preconcurrency var configuration: Configuration { get }

  /// Makes the extension, once.
  @MainActor @preconcurrency init()
}

extension AppExtension {
  /// Starts the extension and never returns.
  ///
  /// Connects to the host first; a program that lockhost did not start ends here with a message.
  @MainActor @preconcurrency public static func main() throws {
    let connection = GuestProcess.start(role: .extension)
    _ = Self().configuration
    let lifecycle = GuestLifecycle(connection: connection)
    lifecycle.start(present: {})
    GuestRunLoop.run()
  }
}
