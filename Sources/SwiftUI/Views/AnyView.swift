// SPDX-License-Identifier: MIT

/// A view whose type is not in the description; another type starts anew.
public struct AnyView {
  private let view: any View

  /// Wraps a view.
  public init<V: View>(_ view: V) { self.view = view }

  /// Wraps a view.
  public init<V: View>(erasing view: V) { self.view = view }
}

extension AnyView: View, PrimitiveView {
  /// A wrapper has no body.
  public typealias Body = Never

  package func resolve(in node: ViewNode) { node.place(view, key: .index(0)) }
}
