// SPDX-License-Identifier: MIT

/// A stored property of a view that reads from outside the view's value.
///
/// A structure that conforms may hold other dynamic properties; they work as if the view held them.
public protocol DynamicProperty {
  /// Prepares the property before its view's body is evaluated.
  mutating func update()
}

extension DynamicProperty {
  /// Needs no preparation.
  public mutating func update() {}
}
