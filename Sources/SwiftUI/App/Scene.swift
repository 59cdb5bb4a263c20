// SPDX-License-Identifier: MIT

/// A part of an app with a life of its own.
@MainActor @preconcurrency
public protocol Scene {
  /// What the scene consists of; `Never` for the scenes that come with this module.
  associatedtype Body: Scene

  /// What the scene consists of.
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

/// A scene of this module's own.
protocol PrimitiveScene {
  @MainActor func resolveScene(in node: ViewNode)
}

extension Scene where Body == Never {
  /// Scenes without a body are never asked for it.
  public var body: Never { fatalError("\(Self.self) has no body") }
}

extension Never: Scene {}

extension Scene {
  /// Passes a value down.
  public func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some Scene {
    ModifiedScene(scene: self) { $0.environment(keyPath, value) }
  }

  /// Runs an action when a value has changed.
  public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ old: V, _ new: V) -> Void
  ) -> some Scene {
    ModifiedScene(scene: self) { $0.onChange(of: value, initial: initial, action) }
  }

  /// Runs an action when a value has changed.
  public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some Scene {
    ModifiedScene(scene: self) { $0.onChange(of: value, initial: initial, action) }
  }
}

/// A scene's place in the graph.
struct SceneView<S: Scene>: View, PrimitiveView {
  typealias Body = Never

  let scene: S

  func resolve(in node: ViewNode) {
    if let primitive = scene as? any PrimitiveScene {
      primitive.resolveScene(in: node)
    } else {
      let installed = DynamicFields.installed(scene, in: node)
      node.place(SceneView<S.Body>(scene: node.tracking { installed.body }), key: .index(0))
    }
  }
}

struct ModifiedScene<S: Scene, Modified: View>: Scene, PrimitiveScene {
  typealias Body = Never

  let scene: S
  let modify: @MainActor (SceneView<S>) -> Modified

  func resolveScene(in node: ViewNode) {
    node.place(modify(SceneView(scene: scene)), key: .index(0))
  }
}
