// SPDX-License-Identifier: MIT

/// Nothing.
public struct EmptyView: Sendable {
  /// Makes nothing.
  public init() {}
}

extension EmptyView: View, PrimitiveView {
  /// Nothing has no body.
  public typealias Body = Never

  package func resolve(in node: ViewNode) {}
}
