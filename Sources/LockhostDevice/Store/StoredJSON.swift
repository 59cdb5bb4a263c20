// SPDX-License-Identifier: MIT

import FoundationEssentials

/// How values are stored: JSON that people can read and compare, keys in order.
enum StoredJSON {
  static func encode(_ value: some Encodable, pretty: Bool) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting =
      pretty
      ? [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      : [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(value)) + (pretty ? [0x0A] : [])
  }

  static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try JSONDecoder().decode(type, from: Data(bytes))
  }
}
