// SPDX-License-Identifier: MIT

/// Which keys of a JSON object take the most room.
public enum LargestKeys {
  /// Finds the largest keys at the top of an object, each with its value's bytes.
  ///
  /// For error messages: bytes that are no object, or end too early, have no keys or fewer.
  ///
  /// - Parameter limit: How many are named.
  public static func of(_ json: [UInt8], limit: Int = 3) -> [(key: String, bytes: Int)] {
    var found: [(key: String, bytes: Int)] = []
    var index = json.firstIndex(of: UInt8(ascii: "{")).map { $0 + 1 } ?? json.count
    while let start = json[index...].firstIndex(of: UInt8(ascii: "\"")),
      let keyEnd = endOfString(json, from: start),
      let colon = json[keyEnd...].firstIndex(of: UInt8(ascii: ":"))
    {
      let end = endOfValue(json, from: colon + 1)
      let key = String(decoding: json[(start + 1)..<(keyEnd - 1)].prefix(64), as: UTF8.self)
      found.append((key, end - start))
      guard end < json.count, json[end] == UInt8(ascii: ",") else { break }
      index = end + 1
    }
    return Array(found.sorted { $0.bytes > $1.bytes }.prefix(limit))
  }

  /// The largest keys in words: "text (3900 bytes), number (12 bytes)"; empty when there are none.
  public static func words(for json: [UInt8], limit: Int = 3) -> String {
    of(json, limit: limit).map { "\($0.key) (\($0.bytes) bytes)" }.joined(separator: ", ")
  }

  /// The place after a string's closing quote.
  private static func endOfString(_ json: [UInt8], from start: Int) -> Int? {
    var index = start + 1
    while index < json.count {
      switch json[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "\""): return index + 1
      default: index += 1
      }
    }
    return nil
  }

  /// The place of the comma or brace that ends a value.
  private static func endOfValue(_ json: [UInt8], from start: Int) -> Int {
    var depth = 0
    var index = start
    while index < json.count {
      switch json[index] {
      case UInt8(ascii: "\""):
        guard let end = endOfString(json, from: index) else { return json.count }
        index = end
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return index }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return index
      default: break
      }
      index += 1
    }
    return json.count
  }
}
