// SPDX-License-Identifier: MIT

/// Makes another view out of a view.
@MainActor @preconcurrency
public protocol ViewModifier {
  /// What becomes of the view.
  associatedtype Body: View
  /// The view as the modifier sees it.
  typealias Content = _ViewModifier_Content<Self>

  /// Makes the other view.
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

/// The view that a modifier was given.
public struct _ViewModifier_Content<Modifier> {
  let view: any View
}

extension _ViewModifier_Content: View, PrimitiveView where Modifier: ViewModifier {
  /// A modifier's content has no body.
  public typealias Body = Never

  package func resolve(in node: ViewNode) { node.place(view, key: .index(0)) }
}

/// A view with a modifier.
public struct ModifiedContent<Content, Modifier> {
  /// The view.
  public var content: Content
  /// The modifier.
  public var modifier: Modifier

  /// Puts a modifier on a view.
  public init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

extension ModifiedContent: View, PrimitiveView where Content: View, Modifier: ViewModifier {
  /// A modified view has no body of its own.
  public typealias Body = Never

  package func resolve(in node: ViewNode) {
    let modifier = DynamicFields.installed(modifier, in: node)
    let body = node.tracking {
      modifier.body(content: _ViewModifier_Content(view: content))
    }
    node.place(body, key: .index(0))
  }
}

extension View {
  /// Puts a modifier on the view.
  public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
    ModifiedContent(content: self, modifier: modifier)
  }
}
