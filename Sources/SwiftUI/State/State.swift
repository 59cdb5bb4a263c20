// SPDX-License-Identifier: MIT

/// A value that a view owns, and whose change evaluates the view's body again.
///
/// The value lives as long as the view keeps its place; a new description of the view does not reset
/// it. Any thread may write.
@propertyWrapper
public struct State<Value> {
  private var initial: Value
  private var location: StateLocation<Value>?

  /// Makes state with its first value.
  public init(wrappedValue: Value) { initial = wrappedValue }

  /// Makes state with its first value.
  public init(initialValue: Value) { initial = initialValue }

  /// The value; before the view is shown, its first one.
  public var wrappedValue: Value {
    get { location?.get() ?? initial }
    nonmutating set { location?.set(newValue) }
  }

  /// A binding to the value.
  public var projectedValue: Binding<Value> {
    guard let location else { return .constant(initial) }
    return Binding(location: location)
  }
}

extension State where Value: ExpressibleByNilLiteral {
  /// Makes state whose first value is nil.
  public init() { self.init(wrappedValue: nil) }
}

extension State: Sendable where Value: Sendable {}

extension State: DynamicProperty, InstallableProperty {
  mutating func install(slot: Int, in node: ViewNode) {
    location = node.slot(slot) { StateLocation(initial, invalidation: node.invalidation) }
  }
}
