// SPDX-License-Identifier: MIT

import Dispatch
import FoundationUserActivity
package import LockhostGuest
import LockhostWire

/// A view graph with a host: presents, taps, phases, activities and the end come in; what is shown
/// goes out.
@MainActor
package final class SceneRuntime {
  /// The graph.
  package let graph: ViewGraph
  /// The scene's life.
  package let lifecycle: GuestLifecycle

  private let connection: GuestConnection
  private var environment = EnvironmentValues()
  private var showRoot: (@MainActor (EnvironmentValues) -> Void)?

  /// Connects a graph with a host.
  ///
  /// - Parameters:
  ///   - phase: The scene's phase until the host says another.
  ///   - leave: What ends the process; nil for `exit(0)`.
  package init(
    connection: GuestConnection, phase: ScenePhase, leave: (@MainActor () -> Void)? = nil
  ) {
    self.connection = connection
    environment.scenePhase = phase
    graph = ViewGraph { elements in SceneRuntime.publish(elements, on: connection) }
    if let leave {
      lifecycle = GuestLifecycle(connection: connection, leave: leave)
    } else {
      lifecycle = GuestLifecycle(connection: connection)
    }
    lifecycle.onEnd { [graph] in graph.tearDown() }
  }

  /// Shows a view once the host presents the scene, and follows the host from then on.
  package func start<Root: View>(_ root: Root) {
    showRoot = { [graph] environment in graph.show(root, environment: environment) }
    lifecycle.start { [self] in present() }
  }

  private func present() {
    showRoot?(environment)
    onMain(.sceneTap, as: SceneTap.self) { $0.graph.tap($1.id) }
    onMain(.scenePhase, as: ScenePhaseChange.self) { runtime, change in
      runtime.environment.scenePhase = ScenePhase(change.phase)
      runtime.showRoot?(runtime.environment)
    }
    onMain(.continueActivity, as: ActivityBody.self) { $0.continueActivity($1.activity) }
  }

  private func continueActivity(_ message: ActivityMessage) {
    let handled = graph.activityHandlers.perform(NSUserActivity(message))
    let answer = ActivityHandled(activityType: message.activityType, handled: handled)
    do throws(GuestError) {
      try connection.post(.activityHandled, answer)
    } catch {
      Diagnostics.report("the host was not told about an activity: \(error)")
    }
  }

  private func onMain<Body: WireBody>(
    _ route: Route, as type: Body.Type,
    _ handler: @escaping @MainActor @Sendable (SceneRuntime, Body) -> Void
  ) {
    connection.onEvent(route, as: type) { [self] body in
      DispatchQueue.main.async { MainActor.assumeIsolated { handler(self, body) } }
    }
  }

  /// Sends what is shown; fewer elements when their labels do not fit into one message.
  private static func publish(_ elements: [SceneElement], on connection: GuestConnection) {
    var elements = elements[...]
    while true {
      do throws(GuestError) {
        return try connection.post(.sceneUpdate, SceneUpdate(elements: Array(elements)))
      } catch .wire(.bodyTooLarge) where elements.count > 1 {
        elements = elements.prefix(elements.count / 2)
      } catch {
        return Diagnostics.report("the host was not told what is shown: \(error)")
      }
    }
  }
}

extension ScenePhase {
  fileprivate init(_ phase: ScenePhaseChange.Phase) {
    switch phase {
    case .active: self = .active
    case .inactive: self = .inactive
    case .background: self = .background
    }
  }
}
