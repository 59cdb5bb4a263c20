// SPDX-License-Identifier: MIT

public import Foundation

/// What an extension is configured with.
@MainActor @preconcurrency
public protocol AppExtensionConfiguration: Sendable {
  /// Whether the extension takes a connection of its host.
  ///
  /// lockhost makes none: an extension talks with its host through the services of the SDK.
  nonisolated func accept(connection: NSXPCConnection) -> Bool
}

/// A connection between processes, which Linux does not have.
///
/// It stands here for the signatures that name it; there are no values of it.
public final class NSXPCConnection: NSObject {
  private override init() {}
}

/// Takes or refuses connections with a closure.
@MainActor
public struct ConnectionHandler: AppExtensionConfiguration {
  private let onConnection: @Sendable (NSXPCConnection) -> Bool

  /// Decides about each connection with a closure.
  @preconcurrency
  public init(onConnection: @escaping @Sendable (NSXPCConnection) -> Bool) {
    self.onConnection = onConnection
  }

  /// Takes no session: there are none on Linux, and the closure is never called.
  @preconcurrency
  public init(
    onSessionRequest:
      @escaping @Sendable (XPCListener.IncomingSessionRequest) ->
      XPCListener.IncomingSessionRequest.Decision
  ) {
    onConnection = { _ in false }
  }

  /// Asks the closure.
  public nonisolated func accept(connection: NSXPCConnection) -> Bool { onConnection(connection) }
}
