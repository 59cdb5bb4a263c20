// SPDX-License-Identifier: MIT

/// An observable object that an ancestor passed down.
@propertyWrapper
public struct EnvironmentObject<ObjectType: ObservableObject> {
  private var object: ObjectType?

  /// Reads the object of this type.
  public init() {}

  /// The object; traps where nobody passed one down.
  public var wrappedValue: ObjectType {
    guard let object else {
      fatalError(
        "no \(ObjectType.self) in the environment: an ancestor must set .environmentObject(_:)")
    }
    return object
  }

  /// Bindings to the object's properties.
  public var projectedValue: ObservedObject<ObjectType>.Wrapper { .init(object: wrappedValue) }
}

extension EnvironmentObject: DynamicProperty, InstallableProperty {
  mutating func install(slot: Int, in node: ViewNode) {
    object = node.environment[object: ObjectType.self]
    if let object { node.slot(slot) { ObjectObserver() }.observe(object, node.invalidation) }
  }
}
