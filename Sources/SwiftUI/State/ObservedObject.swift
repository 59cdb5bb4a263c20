// SPDX-License-Identifier: MIT

/// An observable object that a view reads and something else owns.
@propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject> {
  /// Bindings to an object's properties.
  @dynamicMemberLookup
  public struct Wrapper {
    let object: ObjectType

    /// A binding to one property.
    public subscript<Subject>(
      dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>
    ) -> Binding<Subject> {
      let object = object
      return Binding(get: { object[keyPath: keyPath] }, set: { object[keyPath: keyPath] = $0 })
    }
  }

  private var object: ObjectType

  /// Observes an object.
  public init(wrappedValue: ObjectType) { object = wrappedValue }

  /// Observes an object.
  public init(initialValue: ObjectType) { object = initialValue }

  /// The object.
  public var wrappedValue: ObjectType {
    get { object }
    set { object = newValue }
  }

  /// Bindings to the object's properties.
  public var projectedValue: Wrapper { Wrapper(object: object) }
}

extension ObservedObject: DynamicProperty, InstallableProperty {
  mutating func install(slot: Int, in node: ViewNode) {
    node.slot(slot) { ObjectObserver() }.observe(object, node.invalidation)
  }
}

/// What a node keeps to be told of the changes of whichever object its view now reads.
final class ObjectObserver {
  private weak var object: AnyObject?
  private var subscription: ObservableObjectPublisher.Subscription?

  func observe(_ object: some ObservableObject, _ invalidation: Invalidation?) {
    guard object !== self.object else { return }
    self.object = object
    subscription = invalidation.map { invalidation in
      object.objectWillChange.subscribe { invalidation() }
    }
  }
}
