// SPDX-License-Identifier: MIT

public import Observation

/// Makes bindings to the properties of an observable object.
@propertyWrapper @dynamicMemberLookup
public struct Bindable<Value> {
  private var value: Value

  /// The object.
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// Only observable objects can be wrapped.
  @available(
    *, unavailable, message: "The wrapped value must be an object that conforms to Observable"
  )
  public init(wrappedValue: Value) { fatalError("unavailable") }

  /// The wrapper itself, from which bindings are read.
  public var projectedValue: Bindable<Value> { self }
}

extension Bindable where Value: AnyObject, Value: Observable {
  /// Wraps an object.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// Wraps an object.
  public init(_ wrappedValue: Value) { value = wrappedValue }

  /// A binding to one property.
  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    let object = wrappedValue
    return Binding(get: { object[keyPath: keyPath] }, set: { object[keyPath: keyPath] = $0 })
  }
}

extension Bindable: DynamicProperty {}
