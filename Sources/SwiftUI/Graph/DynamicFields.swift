// SPDX-License-Identifier: MIT

@_spi(Reflection) import Swift

/// Finds the dynamic properties of a view's type, and connects those of one value to its node.
///
/// The value is a copy that belongs to the node, so one view value may be placed twice and each place
/// has its own state, as on Apple's systems. The fields' offsets come from the type's metadata.
@MainActor
enum DynamicFields {
  private struct Field {
    let offset: Int
    let type: any InstallableProperty.Type
  }

  private static var known: [ObjectIdentifier: [Field]] = [:]

  /// A copy of a value whose dynamic properties belong to a node.
  static func installed<Value>(_ value: Value, in node: ViewNode) -> Value {
    let fields = fields(of: Value.self)
    guard !fields.isEmpty else { return value }
    var copy = value
    unsafe withUnsafeMutablePointer(to: &copy) { pointer in
      let base = UnsafeMutableRawPointer(pointer)
      for field in fields {
        unsafe field.type.install(at: base + field.offset, slot: field.offset, in: node)
      }
    }
    return copy
  }

  private static func fields(of type: Any.Type) -> [Field] {
    let identifier = ObjectIdentifier(type)
    if let fields = known[identifier] { return fields }
    var fields: [Field] = []
    collect(type, offset: 0, into: &fields)
    known[identifier] = fields
    return fields
  }

  private static func collect(_ type: Any.Type, offset: Int, into fields: inout [Field]) {
    guard !(type is AnyClass) else { return }
    _ = unsafe _forEachField(of: type) { _, fieldOffset, fieldType, kind in
      guard kind == .struct else { return true }
      if let installable = fieldType as? any InstallableProperty.Type {
        fields.append(Field(offset: offset + fieldOffset, type: installable))
      } else if fieldType is any DynamicProperty.Type {
        // A property that an author composed of others: its parts first, then its own turn.
        collect(fieldType, offset: offset + fieldOffset, into: &fields)
      }
      return true
    }
  }
}

/// A dynamic property of this module, which is connected in place.
protocol InstallableProperty: DynamicProperty {
  /// Connects this property to what its node keeps for it.
  @MainActor mutating func install(slot: Int, in node: ViewNode)
}

extension InstallableProperty {
  @unsafe @MainActor
  fileprivate static func install(
    at pointer: UnsafeMutableRawPointer, slot: Int, in node: ViewNode
  ) {
    unsafe pointer.assumingMemoryBound(to: Self.self).pointee.install(slot: slot, in: node)
  }
}
