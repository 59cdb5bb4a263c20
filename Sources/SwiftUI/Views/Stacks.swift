// SPDX-License-Identifier: MIT

public import Foundation

/// Views one below the other.
public struct VStack<Content> {
  private let content: Content
}

extension VStack: View, PrimitiveView where Content: View {
  /// A container has no body.
  public typealias Body = Never

  /// Holds views.
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }

  package func resolve(in node: ViewNode) { node.place(content, key: .index(0)) }
}

/// Views side by side.
public struct HStack<Content> {
  private let content: Content
}

extension HStack: View, PrimitiveView where Content: View {
  /// A container has no body.
  public typealias Body = Never

  /// Holds views.
  public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }

  package func resolve(in node: ViewNode) { node.place(content, key: .index(0)) }
}

/// Views one in front of the other, the last one in front.
public struct ZStack<Content> {
  private let content: Content
}

extension ZStack: View, PrimitiveView where Content: View {
  /// A container has no body.
  public typealias Body = Never

  /// Holds views.
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    self.content = content()
  }

  package func resolve(in node: ViewNode) { node.place(content, key: .index(0)) }
}

/// Views one below the other; here made all at once.
public struct LazyVStack<Content> {
  private let content: Content
}

extension LazyVStack: View, PrimitiveView where Content: View {
  /// A container has no body.
  public typealias Body = Never

  /// Holds views.
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }

  package func resolve(in node: ViewNode) { node.place(content, key: .index(0)) }
}

/// Views side by side; here made all at once.
public struct LazyHStack<Content> {
  private let content: Content
}

extension LazyHStack: View, PrimitiveView where Content: View {
  /// A container has no body.
  public typealias Body = Never

  /// Holds views.
  public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }

  package func resolve(in node: ViewNode) { node.place(content, key: .index(0)) }
}
