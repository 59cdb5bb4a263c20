// SPDX-License-Identifier: MIT

/// Builds scenes from statements.
@resultBuilder
public struct SceneBuilder {
  /// Takes one statement.
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }

  /// A block of one statement.
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }

  /// A block of several statements.
  public static func buildBlock<each Content: Scene>(
    _ content: repeat each Content
  ) -> some Scene {
    TupleScene(content: (repeat each content))
  }
}

struct TupleScene<each Content: Scene> {
  let content: (repeat each Content)
}

extension TupleScene: Scene, PrimitiveScene {
  typealias Body = Never

  func resolveScene(in node: ViewNode) {
    var index = 0
    for scene in repeat each content {
      node.place(SceneView(scene: scene), key: .index(index))
      index += 1
    }
  }
}
