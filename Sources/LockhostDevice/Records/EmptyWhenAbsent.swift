// SPDX-License-Identifier: MIT

/// A list that an older record may lack: it is written always, and read as empty where it is absent.
@propertyWrapper
public struct EmptyWhenAbsent<Element: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The list.
  public var wrappedValue: [Element]

  /// Creates an empty list.
  public init() { wrappedValue = [] }

  /// Creates a list.
  public init(wrappedValue: [Element]) { self.wrappedValue = wrappedValue }

  /// Decodes the list.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode([Element].self)
  }

  /// Encodes the list.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a list that an older record may lack.
  ///
  /// Synthesized decoding picks this overload for properties wrapped in ``EmptyWhenAbsent``.
  public func decode<Element>(
    _ type: EmptyWhenAbsent<Element>.Type, forKey key: Key
  ) throws -> EmptyWhenAbsent<Element> {
    try decodeIfPresent(type, forKey: key) ?? EmptyWhenAbsent()
  }
}
