// SPDX-License-Identifier: MIT

import LockhostGuest
import LockhostWire

/// An app: what it consists of, and where it starts.
@MainActor @preconcurrency
public protocol App {
  /// What the app consists of.
  associatedtype Body: Scene

  /// What the app consists of.
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }

  /// Makes the app, once.
  @MainActor @preconcurrency init()
}

extension App {
  /// Starts the app and never returns.
  ///
  /// Connects to the host first; a program that lockhost did not start ends here with a message.
  @MainActor @preconcurrency public static func main() {
    let connection = GuestProcess.start(role: .app)
    let runtime = SceneRuntime(connection: connection, phase: .active)
    let app = Self()
    runtime.start(AppView(app: app))
    LaunchHooks.run(on: connection)
    connection.refuseOtherCalls()
    GuestRunLoop.run()
  }
}

/// An app's place in the graph.
package struct AppView<A: App>: View, PrimitiveView {
  /// An app's place has no body.
  package typealias Body = Never

  private let app: A

  /// Places an app.
  package init(app: A) { self.app = app }

  package func resolve(in node: ViewNode) {
    let installed = DynamicFields.installed(app, in: node)
    node.place(SceneView(scene: node.tracking { installed.body }), key: .index(0))
  }
}
