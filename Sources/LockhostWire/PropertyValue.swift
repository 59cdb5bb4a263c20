// SPDX-License-Identifier: MIT

import FoundationEssentials

/// A property-list value, as an activity's `userInfo` carries it.
///
/// JSON has fewer types than property lists, so each value travels in an object with one
/// tag: `{"s": string}`, `{"i": 64-bit integer}`, `{"d": number}`, `{"b": true}`,
/// `{"t": seconds since 1970}`, `{"x": base64}`, `{"a": [value…]}`, `{"o": {key: value}}`. Numbers
/// that JSON lacks are the strings `"nan"`, `"+infinity"` and `"-infinity"`.
public enum PropertyValue: Hashable, Sendable {
  /// Text.
  case string(String)
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case double(Double)
  /// A truth value.
  case boolean(Bool)
  /// A point in time, in seconds since 1970-01-01 00:00 UTC.
  case date(secondsSince1970: Double)
  /// Bytes.
  case data([UInt8])
  /// Values in order.
  case array([PropertyValue])
  /// Values by name.
  case dictionary([String: PropertyValue])
}

extension PropertyValue: Codable {
  private enum Tag: String, CodingKey, CaseIterable {
    case string = "s"
    case integer = "i"
    case double = "d"
    case boolean = "b"
    case date = "t"
    case data = "x"
    case array = "a"
    case dictionary = "o"
  }

  /// Reads the value, or throws a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Tag.self)
    guard let tag = container.allKeys.first, container.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not exactly one tag"))
    }
    switch tag {
    case .string: self = .string(try container.decode(String.self, forKey: tag))
    case .integer: self = .integer(try container.decode(Int64.self, forKey: tag))
    case .double: self = .double(try container.decode(JSONDouble.self, forKey: tag).value)
    case .boolean: self = .boolean(try container.decode(Bool.self, forKey: tag))
    case .date:
      self = .date(secondsSince1970: try container.decode(JSONDouble.self, forKey: tag).value)
    case .data: self = .data(try container.decode(Base64Bytes.self, forKey: tag).bytes)
    case .array: self = .array(try container.decode([PropertyValue].self, forKey: tag))
    case .dictionary:
      self = .dictionary(try container.decode([String: PropertyValue].self, forKey: tag))
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Tag.self)
    switch self {
    case .string(let value): try container.encode(value, forKey: .string)
    case .integer(let value): try container.encode(value, forKey: .integer)
    case .double(let value): try container.encode(JSONDouble(value: value), forKey: .double)
    case .boolean(let value): try container.encode(value, forKey: .boolean)
    case .date(let value): try container.encode(JSONDouble(value: value), forKey: .date)
    case .data(let value): try container.encode(Base64Bytes(value), forKey: .data)
    case .array(let value): try container.encode(value, forKey: .array)
    case .dictionary(let value): try container.encode(value, forKey: .dictionary)
    }
  }
}

extension PropertyValue {
  /// How deep arrays and dictionaries are nested; 0 for a plain value.
  public var depth: Int {
    switch self {
    case .array(let values): 1 + (values.lazy.map(\.depth).max() ?? 0)
    case .dictionary(let values): 1 + (values.values.lazy.map(\.depth).max() ?? 0)
    default: 0
    }
  }

  /// Checks a `userInfo` against the limits of one message.
  ///
  /// - Returns: Its size in bytes of encoded JSON.
  /// - Throws: ``WireError/value(field:reason:)`` that names the key that is nested too deep, or
  ///   both sizes.
  @discardableResult
  public static func check(userInfo: [String: PropertyValue]) throws(WireError) -> Int {
    for (key, value) in userInfo where value.depth > WireLimits.propertyDepth {
      throw .value(
        field: "userInfo[\"\(key.prefix(40))\"]",
        reason: "nested \(value.depth) deep, the limit is \(WireLimits.propertyDepth)")
    }
    let bytes: Int
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      bytes = try encoder.encode(userInfo).count
    } catch {
      throw .value(field: "userInfo", reason: "not encodable")
    }
    guard bytes <= WireLimits.userInfoBytes else {
      throw .value(
        field: "userInfo",
        reason: "\(bytes) bytes encoded, the limit is \(WireLimits.userInfoBytes)")
    }
    return bytes
  }
}

/// A number that may be one of those that JSON lacks.
private struct JSONDouble: Codable {
  private static let names: [(String, Double)] = [
    ("nan", .nan), ("+infinity", .infinity), ("-infinity", -.infinity),
  ]

  let value: Double

  init(value: Double) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let name = try? container.decode(String.self) {
      guard let value = Self.names.first(where: { $0.0 == name })?.1 else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "not the name of a number")
      }
      self.value = value
    } else {
      value = try container.decode(Double.self)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if value.isFinite {
      try container.encode(value)
    } else {
      try container.encode(value.isNaN ? "nan" : value > 0 ? "+infinity" : "-infinity")
    }
  }
}
