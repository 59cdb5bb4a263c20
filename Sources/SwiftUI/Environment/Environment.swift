// SPDX-License-Identifier: MIT

public import Observation

/// Reads a value that an ancestor passed down.
@propertyWrapper
public struct Environment<Value> {
  private let read: (EnvironmentValues) -> Value
  private var value: Value?

  /// Reads the value at a key path.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { read = { $0[keyPath: keyPath] } }

  /// Reads an observable object by its type; traps where nobody passed one down.
  public init(_ objectType: Value.Type) where Value: AnyObject, Value: Observable {
    read = { environment in
      guard let object = environment[object: objectType] else {
        fatalError("no \(objectType) in the environment: an ancestor must set .environment(_:)")
      }
      return object
    }
  }

  /// Reads an observable object by its type, or nil where nobody passed one down.
  public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {
    read = { $0[object: objectType] }
  }

  /// The value; before the view is shown, the default one.
  public var wrappedValue: Value { value ?? read(EnvironmentValues()) }
}

extension Environment: DynamicProperty, InstallableProperty {
  mutating func install(slot: Int, in node: ViewNode) { value = read(node.environment) }
}
