// SPDX-License-Identifier: MIT

/// Why debug information could not be read; its author may have made it so.
enum DebugDataError: Error, Hashable, Sendable {
  /// It ends too early, contradicts itself, or uses a form that is not known here.
  case malformed
  /// It is larger, or takes more steps, than anything honest.
  case tooMuch
  /// The file is none that can be read here.
  case unreadable
}

/// Reads numbers from bytes that somebody hostile may have written: every step is checked.
struct ByteCursor {
  private let bytes: [UInt8]
  /// The next byte's place.
  private(set) var offset: Int
  /// The first place that is not to be read.
  let end: Int

  /// Starts at a place; both places are cut to what there is.
  init(_ bytes: [UInt8], from offset: Int = 0, to end: Int = .max) {
    self.bytes = bytes
    self.end = min(max(end, 0), bytes.count)
    self.offset = min(max(offset, 0), self.end)
  }

  var isAtEnd: Bool { offset >= end }
  var remaining: Int { end - offset }

  /// Goes to a place within what may be read.
  mutating func seek(_ place: Int) throws(DebugDataError) {
    guard place >= 0, place <= end else { throw .malformed }
    offset = place
  }

  mutating func skip(_ count: UInt64) throws(DebugDataError) {
    guard count <= UInt64(remaining) else { throw .malformed }
    offset += Int(count)
  }

  mutating func u8() throws(DebugDataError) -> UInt8 {
    guard offset < end else { throw .malformed }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// A little-endian number of 1 to 8 bytes.
  mutating func unsigned(_ size: Int) throws(DebugDataError) -> UInt64 {
    guard size >= 0, size <= 8, size <= remaining else { throw .malformed }
    var value: UInt64 = 0
    for index in 0..<size { value |= UInt64(bytes[offset + index]) << UInt64(8 * index) }
    offset += size
    return value
  }

  mutating func u16() throws(DebugDataError) -> UInt16 {
    UInt16(truncatingIfNeeded: try unsigned(2))
  }

  mutating func u32() throws(DebugDataError) -> UInt32 {
    UInt32(truncatingIfNeeded: try unsigned(4))
  }

  mutating func u64() throws(DebugDataError) -> UInt64 { try unsigned(8) }

  /// A number in LEB128; what is past 64 bits is dropped.
  mutating func uleb() throws(DebugDataError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try u8()
      if shift < 64 { value |= UInt64(byte & 0x7f) << shift }
      shift += 7
      if byte & 0x80 == 0 { return value }
      guard shift < 140 else { throw .malformed }
    }
  }

  /// A signed number in LEB128.
  mutating func sleb() throws(DebugDataError) -> Int64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try u8()
      if shift < 64 { value |= UInt64(byte & 0x7f) << shift }
      shift += 7
      if byte & 0x80 == 0 {
        if byte & 0x40 != 0, shift < 64 { value |= ~0 << shift }
        return Int64(bitPattern: value)
      }
      guard shift < 140 else { throw .malformed }
    }
  }

  /// A text up to its zero byte, of at most 4,096 bytes.
  mutating func text() throws(DebugDataError) -> String {
    let start = offset
    while try u8() != 0 {
      guard offset - start <= 4_096 else { throw .malformed }
    }
    return String(decoding: bytes[start..<(offset - 1)], as: UTF8.self)
  }
}
