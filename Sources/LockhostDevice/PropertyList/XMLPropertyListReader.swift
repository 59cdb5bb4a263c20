// SPDX-License-Identifier: MIT

import LockhostSystem

/// Reads the XML form of a property list.
///
/// Only what property lists have: elements without attributes that matter, text, comments, CDATA,
/// the five named entities and character numbers. A document type with declarations of its own is
/// refused before anything of it is used.
struct XMLPropertyListReader {
  private let bytes: [UInt8]
  private let limits: PropertyList.Limits
  private var position = 0
  private var values = 0

  init(_ bytes: [UInt8], limits: PropertyList.Limits) throws(PropertyList.Problem) {
    // The byte order mark says nothing in UTF-8.
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if body.starts(with: [0xFE, 0xFF]) || body.starts(with: [0xFF, 0xFE]) {
      throw .malformed(line: 1, "it is UTF-16; save it as UTF-8")
    }
    guard String(validating: body, as: UTF8.self) != nil else {
      let end = Self.firstInvalid(body)
      throw .malformed(line: Self.line(body, end), "it has bytes that are not UTF-8")
    }
    if let index = body.firstIndex(where: { $0 < 0x20 && !Self.isSpace($0) }) {
      throw .malformed(
        line: Self.line(body, index),
        "it has the control character \(FileName.escape([body[index]])), which XML forbids")
    }
    self.bytes = body
    self.limits = limits
  }

  mutating func read() throws(PropertyList.Problem) -> PropertyList {
    try skipMisc()
    guard case .open(let name, let isEmpty) = try tag(), name == "plist", !isEmpty else {
      throw fail("there is no <plist>: it is not a property list")
    }
    guard case .open(let first, let isFirstEmpty) = try tag() else {
      throw fail("the <plist> is empty")
    }
    let value = try value(first, isEmpty: isFirstEmpty, depth: 0)
    guard case .close("plist") = try tag() else { throw fail("</plist> is missing") }
    try skipMisc()
    guard position == bytes.count else { throw fail("something follows </plist>") }
    return value
  }

  private enum Tag: Equatable {
    case open(String, isEmpty: Bool)
    case close(String)
  }

  private mutating func value(
    _ name: String, isEmpty: Bool, depth: Int
  ) throws(PropertyList.Problem) -> PropertyList {
    values += 1
    guard values <= limits.values else { throw .tooLarge("more than \(limits.values) values") }
    guard depth <= limits.depth else { throw .tooLarge("deeper than \(limits.depth) levels") }
    switch name {
    case "dict": return .dictionary(isEmpty ? [:] : try dictionary(depth: depth))
    case "array": return .array(isEmpty ? [] : try array(depth: depth))
    case "true", "false":
      if !isEmpty { _ = try text(until: name) }
      return .boolean(name == "true")
    case "string": return .string(isEmpty ? "" : try text(until: name))
    case "date": return .date(isEmpty ? "" : try text(until: name))
    case "integer":
      let digits = trimmed(isEmpty ? "" : try text(until: name))
      guard let number = Int(digits) else { throw fail("“\(digits.prefix(40))” is no integer") }
      return .integer(number)
    case "real":
      let digits = trimmed(isEmpty ? "" : try text(until: name))
      guard let number = Double(digits) else { throw fail("“\(digits.prefix(40))” is no number") }
      return .real(number)
    case "data":
      guard let data = Self.base64(isEmpty ? "" : try text(until: name)) else {
        throw fail("a <data> is not base64")
      }
      return .data(data)
    default: throw fail("<\(name)> is no element of property lists")
    }
  }

  private mutating func array(depth: Int) throws(PropertyList.Problem) -> [PropertyList] {
    var elements: [PropertyList] = []
    while true {
      switch try tag() {
      case .close("array"): return elements
      case .close(let name): throw fail("</\(name)> stands where </array> must be")
      case .open(let name, let isEmpty):
        elements.append(try value(name, isEmpty: isEmpty, depth: depth + 1))
      }
    }
  }

  private mutating func dictionary(
    depth: Int
  ) throws(PropertyList.Problem) -> [String: PropertyList] {
    var elements: [String: PropertyList] = [:]
    while true {
      switch try tag() {
      case .close("dict"): return elements
      case .close(let name): throw fail("</\(name)> stands where </dict> must be")
      case .open("key", let isEmpty):
        let key = isEmpty ? "" : try text(until: "key")
        guard case .open(let name, let isValueEmpty) = try tag(), name != "key" else {
          throw fail("the key “\(key.prefix(60))” has no value")
        }
        let value = try value(name, isEmpty: isValueEmpty, depth: depth + 1)
        guard elements.updateValue(value, forKey: key) == nil else {
          throw fail("the key “\(key.prefix(60))” stands twice in one dictionary")
        }
      case .open(let name, _): throw fail("<\(name)> stands where a <key> must be")
      }
    }
  }

  /// Reads the next tag; only white space and comments may come before it.
  private mutating func tag() throws(PropertyList.Problem) -> Tag {
    while true {
      skipSpace()
      guard position < bytes.count else { throw fail("it ends too early") }
      guard bytes[position] == UInt8(ascii: "<") else { throw fail("a text stands between tags") }
      if try skipComment() { continue }
      guard !starts(with: "<!") else { throw fail("a declaration stands between tags") }
      break
    }
    let isClosing = starts(with: "</")
    position += isClosing ? 2 : 1
    let start = position
    while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
    let name = String(decoding: bytes[start..<position], as: UTF8.self)
    guard !name.isEmpty, name.utf8.count <= 64 else { throw fail("a tag has no name") }
    var isEmpty = false
    // Attributes mean nothing in a property list, but <plist version="1.0"> has one.
    while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
      guard bytes[position] != UInt8(ascii: "<") else { throw fail("<\(name) is not closed") }
      isEmpty = bytes[position] == UInt8(ascii: "/")
      position += 1
    }
    guard position < bytes.count else { throw fail("<\(name) is not closed") }
    position += 1
    return isClosing ? .close(name) : .open(name, isEmpty: isEmpty)
  }

  /// Reads text up to the closing tag.
  private mutating func text(until name: String) throws(PropertyList.Problem) -> String {
    var result: [UInt8] = []
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "<"):
        if try skipComment() { continue }
        if starts(with: "<![CDATA[") {
          position += 9
          let start = position
          try skip(past: "]]>")
          result += bytes[start..<(position - 3)]
          continue
        }
        guard case .close(let closing) = try tag(), closing == name else {
          throw fail("</\(name)> is missing")
        }
        return String(decoding: result, as: UTF8.self)
      case UInt8(ascii: "&"): result += try entity().utf8
      default:
        result.append(bytes[position])
        position += 1
      }
    }
    throw fail("</\(name)> is missing")
  }

  private mutating func entity() throws(PropertyList.Problem) -> String {
    let start = position + 1
    let end = bytes[start...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
    guard let end else { throw fail("a “&” stands alone; write &amp;") }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    position = end + 1
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let number =
        name.hasPrefix("#x")
        ? UInt32(name.dropFirst(2), radix: 16)
        : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
      guard let number, let scalar = Unicode.Scalar(number), Self.isCharacter(scalar) else {
        throw fail("&\(name); is not known")
      }
      return String(Character(scalar))
    }
  }

  /// Skips the declaration, comments, processing instructions and a plain document type.
  private mutating func skipMisc() throws(PropertyList.Problem) {
    while true {
      skipSpace()
      if try skipComment() { continue }
      if starts(with: "<?") {
        try skip(past: "?>")
        continue
      }
      guard starts(with: "<!DOCTYPE") else { return }
      while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
        guard bytes[position] != UInt8(ascii: "[") else { throw .entities(line: line) }
        position += 1
      }
      guard position < bytes.count else { throw fail("<!DOCTYPE is not closed") }
      position += 1
    }
  }

  private mutating func skipComment() throws(PropertyList.Problem) -> Bool {
    guard starts(with: "<!--") else { return false }
    position += 4
    try skip(past: "-->")
    return true
  }

  private mutating func skip(past end: String) throws(PropertyList.Problem) {
    let start = position
    while position < bytes.count, !starts(with: end) { position += 1 }
    guard position < bytes.count else {
      position = start
      throw fail("“\(end)” is missing")
    }
    position += end.utf8.count
  }

  private mutating func skipSpace() {
    while position < bytes.count, Self.isSpace(bytes[position]) {
      position += 1
    }
  }

  private func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  private var line: Int { Self.line(bytes, position) }

  private func fail(_ message: String) -> PropertyList.Problem {
    // What it quotes may hold control characters, which terminals obey.
    .malformed(line: line, FileName.escape(Array(message.utf8)))
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    [0x20, 0x09, 0x0A, 0x0D].contains(byte)
  }

  /// Whether XML 1.0 lets a character be in a document at all, written out or as a number.
  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x1_0000...: true
    default: false
    }
  }

  private func trimmed(_ text: String) -> String {
    String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5F: true
    default: false
    }
  }

  private static func line(_ bytes: [UInt8], _ position: Int) -> Int {
    bytes.prefix(position).reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
  }

  /// Finds how far the bytes are UTF-8, by halves.
  private static func firstInvalid(_ bytes: [UInt8]) -> Int {
    var start = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if String(validating: line, as: UTF8.self) == nil { return start }
      start += line.count + 1
    }
    return start
  }

  /// Decodes base64, in which white space does not count.
  private static func base64(_ text: String) -> [UInt8]? {
    var result: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    var padding = 0
    for byte in text.utf8 {
      let value: UInt32
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: continue
      case UInt8(ascii: "="):
        padding += 1
        continue
      case 0x41...0x5A: value = UInt32(byte - 0x41)
      case 0x61...0x7A: value = UInt32(byte - 0x61 + 26)
      case 0x30...0x39: value = UInt32(byte - 0x30 + 52)
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      default: return nil
      }
      guard padding == 0 else { return nil }
      bits = (bits << 6 | value) & 0xFF_FFFF
      count += 1
      if count % 4 == 0 {
        result += [UInt8(bits >> 16), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
      }
    }
    switch count % 4 {
    case 0: return padding == 0 ? result : nil
    case 2 where padding == 2: return result + [UInt8(bits >> 4 & 0xFF)]
    case 3 where padding == 1: return result + [UInt8(bits >> 10 & 0xFF), UInt8(bits >> 2 & 0xFF)]
    default: return nil
    }
  }
}
