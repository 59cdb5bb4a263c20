// SPDX-License-Identifier: MIT

/// An optional field that is written as `null` instead of being left out.
///
/// Readers of a record in other languages then find every key of the schema in every record.
@propertyWrapper
public struct NullWhenNil<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The field's value.
  public var wrappedValue: Value?

  /// Creates a field that is `nil`.
  public init() { wrappedValue = nil }

  /// Creates a field.
  public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  /// Decodes the field, where `null` is `nil`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
  }

  /// Encodes the field, where `nil` is `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue {
      try container.encode(wrappedValue)
    } else {
      try container.encodeNil()
    }
  }
}

extension KeyedDecodingContainer {
  /// Decodes a field that an older record may lack.
  ///
  /// Synthesized decoding picks this overload for properties wrapped in ``NullWhenNil``.
  public func decode<Value>(
    _ type: NullWhenNil<Value>.Type, forKey key: Key
  ) throws -> NullWhenNil<Value> {
    try decodeIfPresent(type, forKey: key) ?? NullWhenNil()
  }
}
