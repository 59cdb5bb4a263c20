// SPDX-License-Identifier: MIT

/// A value that an intent is performed with.
@propertyWrapper
public struct IntentParameter<Value: Sendable>: Sendable {
  /// The parameter's name for people.
  public let title: LocalizedStringResource?
  /// The value.
  public var wrappedValue: Value

  /// A parameter with a first value.
  public init(wrappedValue: Value, title: LocalizedStringResource? = nil) {
    self.wrappedValue = wrappedValue
    self.title = title
  }
}

extension IntentParameter where Value: ExpressibleByNilLiteral {
  /// A parameter without a value at first.
  public init(title: LocalizedStringResource) { self.init(wrappedValue: nil, title: title) }
}

extension AppIntent {
  /// A value that the intent is performed with.
  public typealias Parameter = IntentParameter
}
