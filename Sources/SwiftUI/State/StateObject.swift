// SPDX-License-Identifier: MIT

/// An observable object that a view makes once and owns.
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject> {
  private let make: () -> ObjectType
  private var kept: Kept?

  private final class Kept {
    let object: ObjectType
    let subscription: ObservableObjectPublisher.Subscription?

    init(_ object: ObjectType, invalidation: Invalidation?) {
      self.object = object
      subscription = invalidation.map { invalidation in
        object.objectWillChange.subscribe { invalidation() }
      }
    }
  }

  /// Makes the object when the view is first shown.
  public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { make = thunk }

  /// The object; before the view is shown, a new one each time.
  public var wrappedValue: ObjectType { kept?.object ?? make() }

  /// Bindings to the object's properties.
  public var projectedValue: ObservedObject<ObjectType>.Wrapper { .init(object: wrappedValue) }
}

extension StateObject: DynamicProperty, InstallableProperty {
  mutating func install(slot: Int, in node: ViewNode) {
    kept = node.slot(slot) { Kept(make(), invalidation: node.invalidation) }
  }
}
