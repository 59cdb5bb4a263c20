// SPDX-License-Identifier: MIT

/// A kind of value that views pass down to their descendants.
public protocol EnvironmentKey {
  /// The value's type.
  associatedtype Value

  /// What is read where nobody set a value.
  static var defaultValue: Value { get }
}

/// The values that views pass down to their descendants.
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  /// Makes an environment of default values.
  public init() {}

  /// The value of one key.
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// The object of one type, if any was set.
  package subscript<Object: AnyObject>(object type: Object.Type) -> Object? {
    get { values[ObjectIdentifier(type)] as? Object }
    set { values[ObjectIdentifier(type)] = newValue }
  }
}
