// SPDX-License-Identifier: MIT

/// The name of one entry of a directory: bytes, as the kernel has them, not text.
///
/// A guest chooses its names, and a name need not be UTF-8; a `String` would change it on the way
/// through and then name another file, or none.
public struct FileName: Hashable, Sendable {
  /// The longest name that Linux file systems take, in bytes.
  public static let maximumBytes = 255

  /// The name's bytes: at least one, no slash, no zero; never `.` or `..`.
  public let bytes: [UInt8]

  /// Takes a name, if it can be one.
  ///
  /// - Returns: `nil` for an empty name, `.`, `..`, one with a slash or a zero byte, or one that is
  ///   longer than ``maximumBytes``.
  public init?(bytes: [UInt8]) {
    guard !bytes.isEmpty, bytes.count <= Self.maximumBytes, bytes != [0x2E],
      bytes != [0x2E, 0x2E], !bytes.contains(0x2F), !bytes.contains(0)
    else { return nil }
    self.bytes = bytes
  }

  /// Takes a name from text, if it can be one.
  public init?(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// Takes a name that this program itself wrote down.
  ///
  /// - Precondition: The text can be a name. Never for text from a guest or a file.
  public init(literal text: StaticString) {
    self.bytes = text.withUTF8Buffer { Array($0) }
    precondition(FileName(bytes: bytes) != nil, "not a file name: \(text)")
  }

  /// The name as text, when it is valid UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }

  /// Whether the name begins with the given text.
  public func hasPrefix(_ text: String) -> Bool { bytes.starts(with: text.utf8) }

  /// Calls the body with the name as a C string.
  func withCString<Result, Failure: Error>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    let buffer = UnsafeMutableBufferPointer<CChar>.allocate(capacity: terminated.count)
    defer { buffer.deallocate() }
    _ = buffer.initialize(from: terminated)
    return try body(UnsafePointer(buffer.baseAddress.unsafelyUnwrapped))
  }

  /// Random bytes as a name with a prefix, for files that are renamed before anyone looks.
  ///
  /// - Precondition: The prefix can begin a name and leaves room for 16 letters.
  static func random(prefix: StaticString) -> FileName {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    let padding = String(repeating: "0", count: 16 - digits.count)
    let bytes = prefix.withUTF8Buffer { Array($0) } + Array((padding + digits).utf8)
    return FileName(unchecked: bytes)
  }

  private init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

extension FileName: CustomStringConvertible {
  /// The name for people: control characters and bytes that are not UTF-8 are escaped, as `\xFF`.
  public var description: String { FileName.escape(bytes) }

  /// Makes bytes printable: control characters, backslashes and bytes that are not UTF-8 become
  /// `\xFF`, so that two different names never print the same.
  public static func escape(_ bytes: [UInt8]) -> String {
    var result = ""
    var rest = bytes[...]
    while let first = rest.first {
      let length = scalarLength(rest)
      guard length > 0, let text = String(validating: rest.prefix(length), as: UTF8.self),
        let scalar = text.unicodeScalars.first, !isControl(scalar), first != 0x5C
      else {
        let digits = String(first, radix: 16, uppercase: true)
        result += digits.count == 1 ? "\\x0\(digits)" : "\\x\(digits)"
        rest = rest.dropFirst()
        continue
      }
      result += text
      rest = rest.dropFirst(length)
    }
    return result
  }

  /// How many bytes the scalar that begins here takes, going by its first byte; 0 for no first byte.
  private static func scalarLength(_ bytes: ArraySlice<UInt8>) -> Int {
    guard let first = bytes.first else { return 0 }
    let length =
      switch first {
      case ..<0x80: 1
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    return length <= bytes.count ? length : 0
  }

  /// Whether a scalar moves the cursor, hides, or turns the text's direction.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: false
    }
  }
}
