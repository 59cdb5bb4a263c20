// SPDX-License-Identifier: MIT

public import SwiftUI

/// A part of an extension that a person sees.
@MainActor @preconcurrency
public protocol AppExtensionScene {
  /// What the scene consists of; `Never` for the scene that comes with this module.
  associatedtype Body: AppExtensionScene

  /// What the scene consists of.
  @AppExtensionSceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension AppExtensionScene where Body == Never {
  /// Scenes without a body are never asked for it.
  public var body: Never { fatalError("\(Self.self) has no body") }
}

extension Never: AppExtensionScene {}

extension Array: AppExtensionScene where Element: AppExtensionScene {
  /// Scenes in an array have no common body.
  public typealias Body = Never
}

/// Builds a scene from statements.
@resultBuilder
public struct AppExtensionSceneBuilder {
  /// A block of one scene.
  public static func buildBlock<Content: AppExtensionScene>(_ content: Content) -> Content {
    content
  }

  /// A block of several scenes of one type.
  public static func buildBlock<Content: AppExtensionScene>(_ content: Content...) -> [Content] {
    content
  }
}

/// The scene that shows views.
@MainActor
public struct PrimitiveAppExtensionScene: AppExtensionScene {
  /// The scene has no body.
  public typealias Body = Never

  let id: String
  let content: @MainActor () -> AnyView

  /// Shows views.
  ///
  /// - Parameters:
  ///   - id: The scene's name.
  ///   - onConnection: Takes connections; lockhost makes none.
  public init<Content: View>(
    id: String, @ViewBuilder content: @escaping () -> Content,
    onConnection: @escaping (NSXPCConnection) -> Bool = { _ in false }
  ) {
    self.id = id
    self.content = { AnyView(content()) }
  }
}

/// An extension scene's place in the graph.
struct ExtensionSceneView<S: AppExtensionScene>: View, PrimitiveView {
  typealias Body = Never

  let scene: S

  func resolve(in node: ViewNode) {
    switch scene {
    case let primitive as PrimitiveAppExtensionScene:
      node.place(node.tracking(primitive.content), key: .identity(primitive.id))
    case let scenes as any PlacesScenes: scenes.place(in: node)
    default:
      node.place(ExtensionSceneView<S.Body>(scene: node.tracking { scene.body }), key: .index(0))
    }
  }
}

/// Several scenes at once.
private protocol PlacesScenes {
  @MainActor func place(in node: ViewNode)
}

extension Array: PlacesScenes where Element: AppExtensionScene {
  fileprivate func place(in node: ViewNode) {
    for (index, scene) in enumerated() {
      node.place(ExtensionSceneView(scene: scene), key: .index(index))
    }
  }
}
