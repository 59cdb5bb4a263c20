// SPDX-License-Identifier: MIT

public import FoundationUserActivity

/// A value that an intent is performed with.
@propertyWrapper
public struct IntentParameter<Value: Sendable>: Sendable {
  /// The parameter's name for people.
  public let title: LocalizedStringResource?

  private var value: Value?

  /// A parameter with a first value.
  public init(wrappedValue: Value, title: LocalizedStringResource? = nil) {
    value = wrappedValue
    self.title = title
  }

  /// A parameter whose value is set before the intent is performed.
  public init(title: LocalizedStringResource) { self.title = title }

  /// The value; reading it before it was set is a mistake in the program, and traps.
  public var wrappedValue: Value {
    get {
      guard let value else { fatalError("the parameter \(title?.key ?? "") was not set") }
      return value
    }
    set { value = newValue }
  }
}

extension IntentParameter where Value: ExpressibleByNilLiteral {
  /// A parameter without a value at first.
  public init(title: LocalizedStringResource) {
    self.init(wrappedValue: nil, title: title)
  }
}

extension AppIntent {
  /// A value that the intent is performed with.
  public typealias Parameter = IntentParameter
}
