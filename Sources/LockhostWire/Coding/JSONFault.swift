// SPDX-License-Identifier: MIT

/// What the scanner found wrong with a JSON body.
public enum JSONFault: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// The text ends inside a value.
  case unexpectedEnd
  /// A byte that the grammar does not allow there.
  case unexpectedByte
  /// Bytes after the value.
  case trailingBytes
  /// Arrays and objects nested deeper than ``WireLimits/jsonDepth``.
  case tooDeep
  /// An object names the same key twice, also when it is spelled with other escapes.
  case duplicateKey
  /// A number that is not JSON's, or longer than 64 bytes.
  case badNumber
  /// A string with a raw control byte, a bad escape or half a surrogate pair.
  case badString
  /// Bytes that are not UTF-8.
  case notUTF8

  /// A clause for people.
  public var description: String {
    switch self {
    case .unexpectedEnd: "the text ends inside a value"
    case .unexpectedByte: "a byte that does not belong there"
    case .trailingBytes: "bytes after the value"
    case .tooDeep: "nested deeper than \(WireLimits.jsonDepth) levels"
    case .duplicateKey: "the same key twice in one object"
    case .badNumber: "not a number"
    case .badString: "not a string"
    case .notUTF8: "not UTF-8"
    }
  }
}
