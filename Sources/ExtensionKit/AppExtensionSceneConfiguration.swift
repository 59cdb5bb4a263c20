// SPDX-License-Identifier: MIT

@_exported public import ExtensionFoundation
import LockhostGuest
import LockhostWire
package import SwiftUI

/// The configuration of an extension that shows a scene.
@MainActor
public struct AppExtensionSceneConfiguration: AppExtensionConfiguration {
  private let makeRoot: @MainActor () -> AnyView
  private let acceptance: @Sendable (NSXPCConnection) -> Bool

  /// Shows a scene.
  public init<Content: AppExtensionScene>(
    _ content: @autoclosure @escaping @MainActor () -> Content
  ) {
    makeRoot = { AnyView(ExtensionSceneView(scene: content())) }
    acceptance = { _ in false }
  }

  /// Shows a scene, and lets another configuration take connections.
  public init<Content: AppExtensionScene, Configuration: AppExtensionConfiguration>(
    _ content: @autoclosure @escaping @MainActor () -> Content,
    configuration: Configuration? = nil
  ) {
    makeRoot = { AnyView(ExtensionSceneView(scene: content())) }
    acceptance = { connection in configuration?.accept(connection: connection) ?? false }
  }

  /// Asks the other configuration; without one, no.
  public nonisolated func accept(connection: NSXPCConnection) -> Bool { acceptance(connection) }

  /// The scene as a view; the scene is made when the view is first evaluated.
  package var root: some View { DeferredView(make: makeRoot) }
}

/// A view that is made when it is shown, so that an extension's body runs inside the graph.
private struct DeferredView: View {
  let make: @MainActor () -> AnyView

  var body: some View { make() }
}

extension AppExtension where Configuration == AppExtensionSceneConfiguration {
  /// Starts the extension with its scene and never returns.
  ///
  /// Connects to the host first; a program that lockhost did not start ends here with a message.
  @MainActor public static func main() throws {
    let connection = GuestProcess.start(role: .extension)
    // What an extension reads on Apple's systems, however long it is in front.
    let runtime = SceneRuntime(connection: connection, phase: .background)
    runtime.start(Self().configuration.root)
    GuestRunLoop.run()
  }
}
