// SPDX-License-Identifier: MIT

/// Views that are treated as one, without a layout of their own.
public struct Group<Content> {
  private let content: Content
}

extension Group: View, PrimitiveView where Content: View {
  /// A container has no body.
  public typealias Body = Never

  /// Holds views.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  package func resolve(in node: ViewNode) { node.place(content, key: .index(0)) }
}

/// Views that can be scrolled.
public struct ScrollView<Content> {
  private let content: Content
}

extension ScrollView: View, PrimitiveView where Content: View {
  /// A container has no body.
  public typealias Body = Never

  /// Holds views.
  public init(
    _ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }

  package func resolve(in node: ViewNode) { node.place(content, key: .index(0)) }
}

/// Controls in groups.
public struct Form<Content> {
  private let content: Content
}

extension Form: View, PrimitiveView where Content: View {
  /// A container has no body.
  public typealias Body = Never

  /// Holds views.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  package func resolve(in node: ViewNode) { node.place(content, key: .index(0)) }
}

/// A root view on which others can be put.
public struct NavigationStack<Content> {
  private let content: Content
}

extension NavigationStack: View, PrimitiveView where Content: View {
  /// A container has no body.
  public typealias Body = Never

  /// Holds views.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  package func resolve(in node: ViewNode) { node.place(content, key: .index(0)) }
}

/// A root view on which others can be put.
public struct NavigationView<Content> {
  private let content: Content
}

extension NavigationView: View, PrimitiveView where Content: View {
  /// A container has no body.
  public typealias Body = Never

  /// Holds views.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  package func resolve(in node: ViewNode) { node.place(content, key: .index(0)) }
}
