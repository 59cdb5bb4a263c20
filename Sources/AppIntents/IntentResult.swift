// SPDX-License-Identifier: MIT

/// What an intent gives back.
public protocol IntentResult: Sendable {}

/// A result with a value.
public protocol ReturnsValue<Value>: IntentResult {
  /// The value's type.
  associatedtype Value

  /// The value.
  var value: Value? { get }
}

/// The result that ``IntentResult/result()`` and its siblings make.
public struct IntentResultContainer<Value: Sendable>: IntentResult {
  /// The value, if the intent gives back one.
  public let value: Value?
}

extension IntentResultContainer: ReturnsValue {}

extension IntentResult where Self == IntentResultContainer<Never> {
  /// It is done.
  public static func result() -> Self { IntentResultContainer(value: nil) }
}

extension IntentResult {
  /// It is done, and this came out of it.
  public static func result<Value: Sendable>(value: Value) -> Self
  where Self == IntentResultContainer<Value> { IntentResultContainer(value: value) }
}
