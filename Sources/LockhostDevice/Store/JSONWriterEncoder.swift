// SPDX-License-Identifier: MIT

/// What values encode themselves into; all of it goes to one ``JSONWriter``.
struct JSONWriterEncoder: Encoder {
  let writer: JSONWriter
  /// Not kept: whoever is told of an error here learns the value.
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    writer.beginObject()
    return KeyedEncodingContainer(Keyed<Key>(writer: writer))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    writer.beginList()
    return Unkeyed(writer: writer)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(writer: writer) }

  fileprivate static func unused() -> Never {
    preconditionFailure("a stored value is encoded with a nested container")
  }

  // MARK: Containers

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: JSONWriter
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws {
      try encode(String?.none, forKey: key)
    }

    func encode(_ value: some Encodable, forKey key: Key) throws {
      try writer.entry(key.stringValue) { try writer.write(value) }
    }

    func nestedContainer<Nested>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { JSONWriterEncoder.unused() }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      JSONWriterEncoder.unused()
    }
    func superEncoder() -> any Encoder { JSONWriterEncoder.unused() }
    func superEncoder(forKey key: Key) -> any Encoder { JSONWriterEncoder.unused() }
  }

  private struct Unkeyed: UnkeyedEncodingContainer {
    let writer: JSONWriter
    var codingPath: [any CodingKey] { [] }
    var count: Int { writer.count }

    func encodeNil() throws { try encode(String?.none) }

    func encode(_ value: some Encodable) throws {
      try writer.entry("") { try writer.write(value) }
    }

    func nestedContainer<Nested>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> { JSONWriterEncoder.unused() }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { JSONWriterEncoder.unused() }
    func superEncoder() -> any Encoder { JSONWriterEncoder.unused() }
  }

  private struct Single: SingleValueEncodingContainer {
    let writer: JSONWriter
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { writer.write(word: "null") }
    func encode(_ value: Bool) { writer.write(word: value ? "true" : "false") }
    func encode(_ value: String) { writer.write(string: value) }

    func encode(_ value: Double) throws {
      guard value.isFinite else { throw Self.unsayable(value) }
      write(number: value.description)
    }

    func encode(_ value: Float) throws {
      guard value.isFinite else { throw Self.unsayable(value) }
      write(number: value.description)
    }

    func encode(_ value: Int) { writer.write(word: String(value)) }
    func encode(_ value: Int8) { writer.write(word: String(value)) }
    func encode(_ value: Int16) { writer.write(word: String(value)) }
    func encode(_ value: Int32) { writer.write(word: String(value)) }
    func encode(_ value: Int64) { writer.write(word: String(value)) }
    func encode(_ value: UInt) { writer.write(word: String(value)) }
    func encode(_ value: UInt8) { writer.write(word: String(value)) }
    func encode(_ value: UInt16) { writer.write(word: String(value)) }
    func encode(_ value: UInt32) { writer.write(word: String(value)) }
    func encode(_ value: UInt64) { writer.write(word: String(value)) }

    func encode(_ value: some Encodable) throws {
      try value.encode(to: JSONWriterEncoder(writer: writer))
    }

    /// A whole number has no point.
    private func write(number: String) {
      writer.write(word: number.hasSuffix(".0") ? number.dropLast(2) : number[...])
    }

    private static func unsayable(_ value: some Sendable) -> EncodingError {
      .invalidValue(
        value, .init(codingPath: [], debugDescription: "JSON has no number for \(value)"))
    }
  }
}
