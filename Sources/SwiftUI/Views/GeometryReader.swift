// SPDX-License-Identifier: MIT

public import Foundation

/// What a view knows of its own size: that of the device's screen, as nothing is laid out.
public struct GeometryProxy: Sendable {
  /// The size in points.
  public let size = CGSize(width: 393, height: 852)
  /// What the system covers at the edges.
  public let safeAreaInsets = EdgeInsets()
}

/// A view that is made from its own size.
public struct GeometryReader<Content> {
  /// Makes the content.
  public var content: (GeometryProxy) -> Content
}

extension GeometryReader: View, PrimitiveView where Content: View {
  /// A reader has no body.
  public typealias Body = Never

  /// Makes a view from its size.
  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {
    self.content = content
  }

  package func resolve(in node: ViewNode) {
    node.place(node.tracking { content(GeometryProxy()) }, key: .index(0))
  }
}
