// SPDX-License-Identifier: MIT

import FoundationEssentials

/// How values are stored: JSON that people can read and compare, keys in order.
enum StoredJSON {
  static func encode(_ value: some Encodable, pretty: Bool) throws -> [UInt8] {
    try JSONWriter.bytes(of: value, pretty: pretty) + (pretty ? [0x0A] : [])
  }

  static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try JSONDecoder().decode(type, from: Data(bytes))
  }
}
