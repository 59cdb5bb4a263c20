// SPDX-License-Identifier: MIT

public import Foundation

/// An outline; nothing is drawn of it.
public protocol Shape: View, Sendable {}

extension Shape {
  /// The outline, filled; nothing is drawn.
  public nonisolated func fill(_ style: some ShapeStyle) -> Self { self }

  /// The outline's line; nothing is drawn.
  public nonisolated func stroke(_ style: some ShapeStyle, lineWidth: CGFloat = 1) -> Self { self }

  /// The outline's line inside of it; nothing is drawn.
  public nonisolated func strokeBorder(
    _ style: some ShapeStyle, lineWidth: CGFloat = 1
  ) -> Self { self }
}

/// A rectangle.
public struct Rectangle: Sendable {
  /// Makes the shape.
  public init() {}
}

/// The largest circle that fits.
public struct Circle: Sendable {
  /// Makes the shape.
  public init() {}
}

/// A rectangle with half-round ends.
public struct Capsule: Sendable {
  /// Makes the shape.
  public init() {}
}

/// A rectangle with round corners.
public struct RoundedRectangle: Sendable {
  /// The corners' radius in points.
  public var cornerRadius: CGFloat

  /// Makes the shape.
  public init(cornerRadius: CGFloat) { self.cornerRadius = cornerRadius }
}

extension Rectangle: Shape, PrimitiveView {
  /// A shape has no body.
  public typealias Body = Never

  package func resolve(in node: ViewNode) {}
}

extension Circle: Shape, PrimitiveView {
  /// A shape has no body.
  public typealias Body = Never

  package func resolve(in node: ViewNode) {}
}

extension Capsule: Shape, PrimitiveView {
  /// A shape has no body.
  public typealias Body = Never

  package func resolve(in node: ViewNode) {}
}

extension RoundedRectangle: Shape, PrimitiveView {
  /// A shape has no body.
  public typealias Body = Never

  package func resolve(in node: ViewNode) {}
}
