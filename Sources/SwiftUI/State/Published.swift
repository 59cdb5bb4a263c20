// SPDX-License-Identifier: MIT

/// A property of an ``ObservableObject`` whose setting is announced.
@propertyWrapper
public struct Published<Value> {
  private var value: Value

  /// Makes the property with its first value.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// Makes the property with its first value.
  public init(initialValue: Value) { value = initialValue }

  /// Only properties of classes can be published.
  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { fatalError("unavailable") }
    set { fatalError("unavailable") }
  }

  /// The value; setting it announces the change first.
  public static subscript<Object: ObservableObject>(
    _enclosingInstance object: Object,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Object, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Object, Published<Value>>
  ) -> Value {
    get { object[keyPath: storageKeyPath].value }
    set {
      object.objectWillChange.send()
      object[keyPath: storageKeyPath].value = newValue
    }
  }
}

extension Published: Sendable where Value: Sendable {}
