// SPDX-License-Identifier: MIT

/// Walks over JSON bytes before they are decoded, and refuses what a decoder might not.
///
/// It accepts RFC 8259 in UTF-8 with two limits of its own: nesting of at most
/// ``WireLimits/jsonDepth``, and keys that are unique within their object, compared as the decoder
/// compares them (after escapes are resolved, by canonical equivalence). Two peers that
/// resolve a duplicate key differently would disagree about what was asked; here nobody is asked.
///
/// It keeps its own stack, so that the depth of the input is not the depth of its calls.
struct JSONScanner {
  private enum Container {
    case array
    case object(keys: Set<String>)
  }

  private static let numberBytes = 64

  private let bytes: [UInt8]
  private var offset = 0
  private var stack: [Container] = []

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Checks that the bytes are one acceptable JSON value and nothing else.
  ///
  /// - Throws: ``WireError/json(_:offset:)`` with where the first fault stands.
  static func check(_ bytes: [UInt8]) throws(WireError) {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .json(.notUTF8, offset: 0) }
    var scanner = JSONScanner(bytes)
    try scanner.scan()
  }

  private mutating func scan() throws(WireError) {
    repeat {
      try scanValue()
      try closeFinished()
    } while !stack.isEmpty
    skipSpace()
    if offset < bytes.count { throw .json(.trailingBytes, offset: offset) }
  }

  /// Reads one scalar, or opens one container and everything that directly opens inside it.
  private mutating func scanValue() throws(WireError) {
    while true {
      skipSpace()
      switch try current() {
      case UInt8(ascii: "{"):
        try push(.object(keys: []))
        skipSpace()
        if try current() == UInt8(ascii: "}") { return }
        try scanKey()
      case UInt8(ascii: "["):
        try push(.array)
        skipSpace()
        if try current() == UInt8(ascii: "]") { return }
      case UInt8(ascii: "\""):
        _ = try scanString(decoding: false)
        return
      case UInt8(ascii: "t"): return try scanWord("true")
      case UInt8(ascii: "f"): return try scanWord("false")
      case UInt8(ascii: "n"): return try scanWord("null")
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        return try scanNumber()
      default: throw .json(.unexpectedByte, offset: offset)
      }
    }
  }

  /// After a value: closes what ends here, or moves to the next element.
  private mutating func closeFinished() throws(WireError) {
    while let container = stack.last {
      skipSpace()
      let byte = try current()
      switch (container, byte) {
      case (.array, UInt8(ascii: "]")), (.object, UInt8(ascii: "}")):
        offset += 1
        stack.removeLast()
      case (.array, UInt8(ascii: ",")):
        offset += 1
        return
      case (.object, UInt8(ascii: ",")):
        offset += 1
        try scanKey()
        return
      default: throw .json(.unexpectedByte, offset: offset)
      }
    }
  }

  private mutating func push(_ container: Container) throws(WireError) {
    guard stack.count < WireLimits.jsonDepth else { throw .json(.tooDeep, offset: offset) }
    stack.append(container)
    offset += 1
  }

  private mutating func scanKey() throws(WireError) {
    skipSpace()
    let start = offset
    guard try current() == UInt8(ascii: "\"") else {
      throw .json(.unexpectedByte, offset: offset)
    }
    let key = try scanString(decoding: true)
    if case .object(var keys)? = stack.popLast() {
      guard keys.insert(key).inserted else { throw .json(.duplicateKey, offset: start) }
      stack.append(.object(keys: keys))
    }
    skipSpace()
    guard try current() == UInt8(ascii: ":") else {
      throw .json(.unexpectedByte, offset: offset)
    }
    offset += 1
  }

  /// Reads a string whose opening quote is the current byte.
  ///
  /// - Parameter decoding: Whether the text is wanted; otherwise the result is empty.
  private mutating func scanString(decoding: Bool) throws(WireError) -> String {
    let start = offset
    offset += 1
    var units: [UInt8] = []
    while true {
      let byte = try current()
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return decoding ? String(decoding: units, as: UTF8.self) : ""
      case 0..<0x20: throw .json(.badString, offset: offset)
      case UInt8(ascii: "\\"):
        offset += 1
        let scalar = try scanEscape(start)
        if decoding { units.append(contentsOf: String(Character(scalar)).utf8) }
      default:
        if decoding { units.append(byte) }
        offset += 1
      }
    }
  }

  private mutating func scanEscape(_ start: Int) throws(WireError) -> Unicode.Scalar {
    let byte = try current()
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let high = try scanHexadecimal()
      guard (0xD800..<0xDC00).contains(high) else {
        guard let scalar = Unicode.Scalar(high) else { throw .json(.badString, offset: start) }
        return scalar
      }
      guard try current() == UInt8(ascii: "\\") else { throw .json(.badString, offset: start) }
      offset += 1
      guard try current() == UInt8(ascii: "u") else { throw .json(.badString, offset: start) }
      offset += 1
      let low = try scanHexadecimal()
      guard (0xDC00..<0xE000).contains(low),
        let scalar = Unicode.Scalar(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
      else { throw .json(.badString, offset: start) }
      return scalar
    default: throw .json(.badString, offset: offset - 1)
    }
  }

  private mutating func scanHexadecimal() throws(WireError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(try current())).hexDigitValue else {
        throw .json(.badString, offset: offset)
      }
      value = value << 4 | UInt32(digit)
      offset += 1
    }
    return value
  }

  private mutating func scanNumber() throws(WireError) {
    let start = offset
    if try current() == UInt8(ascii: "-") { offset += 1 }
    if peek() == UInt8(ascii: "0") {
      offset += 1
    } else {
      try scanDigits(start)
    }
    if peek() == UInt8(ascii: ".") {
      offset += 1
      try scanDigits(start)
    }
    if let byte = peek(), byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      offset += 1
      if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { offset += 1 }
      try scanDigits(start)
    }
    guard offset - start <= Self.numberBytes else { throw .json(.badNumber, offset: start) }
  }

  private mutating func scanDigits(_ start: Int) throws(WireError) {
    let first = offset
    while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
    if offset == first { throw .json(.badNumber, offset: start) }
  }

  private mutating func scanWord(_ word: StaticString) throws(WireError) {
    for expected in word.description.utf8 {
      guard try current() == expected else { throw .json(.unexpectedByte, offset: offset) }
      offset += 1
    }
  }

  private mutating func skipSpace() {
    while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      offset += 1
    }
  }

  private func peek() -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func current() throws(WireError) -> UInt8 {
    guard offset < bytes.count else { throw .json(.unexpectedEnd, offset: offset) }
    return bytes[offset]
  }
}
