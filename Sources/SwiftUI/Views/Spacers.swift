// SPDX-License-Identifier: MIT

public import Foundation

/// Room that grows; shows nothing.
public struct Spacer: Sendable {
  /// Makes room.
  public init(minLength: CGFloat? = nil) {}
}

/// A line between views; shows nothing here.
public struct Divider: Sendable {
  /// Makes a line.
  public init() {}
}

extension Spacer: View, PrimitiveView {
  /// Room has no body.
  public typealias Body = Never

  package func resolve(in node: ViewNode) {}
}

extension Divider: View, PrimitiveView {
  /// A line has no body.
  public typealias Body = Never

  package func resolve(in node: ViewNode) {}
}
