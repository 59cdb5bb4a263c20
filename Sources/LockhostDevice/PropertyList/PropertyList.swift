// SPDX-License-Identifier: MIT

/// A value of a property list.
///
/// Read by lockhost itself, not by Foundation: a bundle may be hostile, and here each limit holds
/// before memory is spent, and each mistake has its line.
enum PropertyList: Hashable, Sendable {
  case string(String)
  case integer(Int)
  case real(Double)
  case boolean(Bool)
  case date(String)
  case data([UInt8])
  case array([PropertyList])
  case dictionary([String: PropertyList])

  /// What a property list may cost.
  struct Limits: Sendable {
    /// The largest file, in bytes.
    var bytes = 1 << 20
    /// How deep arrays and dictionaries may lie in each other.
    var depth = 32
    /// How many values there may be, each counted as often as it is referred to.
    var values = 20_000
  }

  /// Why bytes are not a property list.
  enum Problem: Error, Hashable, Sendable {
    /// The XML is wrong here.
    case malformed(line: Int, String)
    /// It declares entities, which no property list needs and which can grow without end.
    case entities(line: Int)
    /// The binary form is damaged.
    case corrupt(String)
    /// It is over one of the limits.
    case tooLarge(String)
  }

  /// The value's type, for a message: "a text".
  var typeName: String {
    switch self {
    case .string: "a string"
    case .integer: "an integer"
    case .real: "a real number"
    case .boolean: "a boolean"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    }
  }

  /// Reads a property list in its XML or binary form.
  static func parse(
    _ bytes: [UInt8], limits: Limits = Limits()
  ) throws(Problem) -> PropertyList {
    guard bytes.count <= limits.bytes else {
      throw .tooLarge("\(bytes.count) bytes, and \(limits.bytes) are allowed")
    }
    if bytes.starts(with: "bplist".utf8) {
      var reader = try BinaryPropertyListReader(bytes, limits: limits)
      return try reader.read()
    }
    var reader = try XMLPropertyListReader(bytes, limits: limits)
    return try reader.read()
  }
}
