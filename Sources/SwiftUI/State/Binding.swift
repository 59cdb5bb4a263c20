// SPDX-License-Identifier: MIT

/// A way to read and write a value that something else owns.
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  private let read: () -> Value
  private let write: (Value) -> Void

  /// Makes a binding from what reads and what writes.
  ///
  /// Looser than Apple's, which wants both to be `@Sendable`.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    read = get
    write = set
  }

  init(location: StateLocation<Value>) {
    read = { location.get() }
    write = { location.set($0) }
  }

  /// A binding whose writes are lost.
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(get: { value }, set: { _ in })
  }

  /// The value.
  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }

  /// The binding itself.
  public var projectedValue: Binding<Value> { self }

  /// Takes over a binding; for `init(projectedValue:)` of property wrappers.
  public init(projectedValue: Binding<Value>) { self = projectedValue }

  /// A binding to a member of the value.
  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    Binding<Subject>(
      get: { read()[keyPath: keyPath] },
      set: { newValue in
        var value = read()
        value[keyPath: keyPath] = newValue
        write(value)
      })
  }

  /// A binding to the value as an optional.
  public init<V>(_ base: Binding<V>) where Value == V? {
    self.init(
      get: { base.wrappedValue },
      set: { if let value = $0 { base.wrappedValue = value } })
  }

  /// A binding to the wrapped value, or nil when there is none now.
  public init?(_ base: Binding<Value?>) {
    guard let current = base.wrappedValue else { return nil }
    self.init(
      get: { base.wrappedValue ?? current }, set: { base.wrappedValue = $0 })
  }
}

extension Binding: DynamicProperty {}
