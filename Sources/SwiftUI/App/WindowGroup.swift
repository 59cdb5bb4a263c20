// SPDX-License-Identifier: MIT

/// A scene that shows views.
public struct WindowGroup<Content> {
  private let content: () -> Content
}

extension WindowGroup: Scene, PrimitiveScene where Content: View {
  /// A window group has no body.
  public typealias Body = Never

  /// Shows views.
  public init(@ViewBuilder content: @escaping () -> Content) { self.content = content }

  /// Shows views in windows with a name for the program.
  public init(id: String, @ViewBuilder content: @escaping () -> Content) {
    self.content = content
  }

  /// Shows views in windows with a title.
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {
    self.content = content
  }

  func resolveScene(in node: ViewNode) {
    node.place(node.tracking(content), key: .index(0))
  }
}
