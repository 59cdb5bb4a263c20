// SPDX-License-Identifier: MIT

import LockhostSystem

/// Reads the binary form of a property list: a header, objects, a table of their offsets, a trailer.
///
/// Objects refer to each other by number, so a few bytes can stand for a value without end, or for
/// one of 2⁴⁰ parts. Every reference costs, and depth is bounded, so both end at the limits.
struct BinaryPropertyListReader {
  private let bytes: [UInt8]
  private let limits: PropertyList.Limits
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let top: Int
  private let table: Int
  private var values = 0

  init(_ bytes: [UInt8], limits: PropertyList.Limits) throws(PropertyList.Problem) {
    guard bytes.count >= 8 + 1 + 1 + 32 else { throw .corrupt("it is cut short") }
    guard bytes.starts(with: "bplist00".utf8) else {
      throw .corrupt("its version is not 00")
    }
    self.bytes = bytes
    self.limits = limits
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw .corrupt("its trailer has impossible sizes")
    }
    guard let objects = Self.number(bytes, at: trailer + 8, size: 8),
      let top = Self.number(bytes, at: trailer + 16, size: 8),
      let table = Self.number(bytes, at: trailer + 24, size: 8),
      objects > 0, top < objects, table >= 8, table < trailer,
      objects <= (trailer - table) / offsetSize
    else { throw .corrupt("its trailer points outside of the file") }
    objectCount = objects
    self.top = top
    self.table = table
  }

  mutating func read() throws(PropertyList.Problem) -> PropertyList {
    try object(top, depth: 0)
  }

  private mutating func object(
    _ index: Int, depth: Int
  ) throws(PropertyList.Problem) -> PropertyList {
    values += 1
    guard values <= limits.values else { throw .tooLarge("more than \(limits.values) values") }
    guard depth <= limits.depth else { throw .tooLarge("deeper than \(limits.depth) levels") }
    guard index < objectCount,
      let offset = Self.number(bytes, at: table + index * offsetSize, size: offsetSize),
      offset >= 8, offset < table
    else { throw .corrupt("an object lies outside of the file") }
    let marker = bytes[offset]
    let low = Int(marker & 0x0F)
    switch marker >> 4 {
    case 0x0:
      switch marker {
      case 0x08: return .boolean(false)
      case 0x09: return .boolean(true)
      default: throw .corrupt("an object has the unknown type \(marker)")
      }
    case 0x1: return .integer(try integer(at: offset + 1, power: low))
    case 0x2: return .real(try real(at: offset + 1, power: low))
    case 0x3: return .date(try real(at: offset + 1, power: 3).description)
    case 0x4:
      let (start, count) = try length(offset, low)
      return .data(Array(try slice(start, count)))
    case 0x5:
      let (start, count) = try length(offset, low)
      let text = try slice(start, count)
      guard text.allSatisfy({ $0 < 0x80 }) else { throw .corrupt("a text is not ASCII") }
      return .string(String(decoding: text, as: UTF8.self))
    case 0x6: return .string(try wideString(offset, low))
    case 0xA: return .array(try array(offset, low, depth: depth))
    case 0xD: return .dictionary(try dictionary(offset, low, depth: depth))
    default: throw .corrupt("an object has the unknown type \(marker >> 4)")
    }
  }

  private mutating func array(
    _ offset: Int, _ low: Int, depth: Int
  ) throws(PropertyList.Problem) -> [PropertyList] {
    let (start, count) = try length(offset, low)
    var elements: [PropertyList] = []
    for position in 0..<count {
      elements.append(try object(reference(start, position), depth: depth + 1))
    }
    return elements
  }

  private mutating func dictionary(
    _ offset: Int, _ low: Int, depth: Int
  ) throws(PropertyList.Problem) -> [String: PropertyList] {
    let (start, count) = try length(offset, low)
    var elements: [String: PropertyList] = [:]
    for position in 0..<count {
      guard case .string(let key) = try object(reference(start, position), depth: depth + 1) else {
        throw .corrupt("a key is not a text")
      }
      let value = try object(reference(start, count + position), depth: depth + 1)
      guard elements.updateValue(value, forKey: key) == nil else {
        throw .corrupt(
          "the key “\(FileName.escape(Array(key.utf8.prefix(60))))” stands twice in one dictionary")
      }
    }
    return elements
  }

  private func wideString(_ offset: Int, _ low: Int) throws(PropertyList.Problem) -> String {
    let (start, count) = try length(offset, low)
    guard count <= bytes.count / 2 else { throw .corrupt("a text is cut short") }
    let text = try slice(start, count * 2)
    let units = stride(from: text.startIndex, to: text.endIndex, by: 2).map {
      UInt16(text[$0]) << 8 | UInt16(text[$0 + 1])
    }
    guard let string = String(validating: units, as: UTF16.self) else {
      throw .corrupt("a text is not UTF-16")
    }
    return string
  }

  private func integer(at start: Int, power: Int) throws(PropertyList.Problem) -> Int {
    guard power <= 4 else { throw .corrupt("an integer is too wide") }
    let size = 1 << power
    let digits = try slice(start, size)
    // Up to four bytes are unsigned, eight are signed; sixteen hold what only just is unsigned.
    let value = digits.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let head = digits.prefix(max(0, size - 8))
    guard head.allSatisfy({ $0 == 0 }) || head.allSatisfy({ $0 == 0xFF }) else {
      throw .corrupt("an integer is too large")
    }
    if size == 16, head.first == 0, value > UInt64(Int.max) {
      throw .corrupt("an integer is too large")
    }
    return Int(truncatingIfNeeded: value)
  }

  private func real(at start: Int, power: Int) throws(PropertyList.Problem) -> Double {
    guard power == 2 || power == 3 else { throw .corrupt("a real number has an unknown width") }
    let bits = try slice(start, 1 << power).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return power == 3
      ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
  }

  /// Reads how many parts an object has, and where they begin.
  private func length(
    _ offset: Int, _ low: Int
  ) throws(PropertyList.Problem) -> (start: Int, count: Int) {
    guard low == 0x0F else { return (offset + 1, low) }
    let marker = try slice(offset + 1, 1).first ?? 0
    guard marker >> 4 == 0x1 else { throw .corrupt("a length is not an integer") }
    let power = Int(marker & 0x0F)
    let count = try integer(at: offset + 2, power: power)
    guard count >= 0, count <= bytes.count else { throw .corrupt("a length is impossible") }
    return (offset + 2 + 1 << power, count)
  }

  private func reference(
    _ start: Int, _ position: Int
  ) throws(PropertyList.Problem) -> Int {
    let place = start + position * referenceSize
    guard place >= 0, place + referenceSize <= table,
      let index = Self.number(bytes, at: place, size: referenceSize)
    else { throw .corrupt("a reference lies outside of the file") }
    return index
  }

  private func slice(_ start: Int, _ count: Int) throws(PropertyList.Problem) -> ArraySlice<UInt8> {
    guard start >= 0, count >= 0, start <= table, count <= table - start else {
      throw .corrupt("an object is cut short")
    }
    return bytes[start..<(start + count)]
  }

  private static func number(_ bytes: [UInt8], at start: Int, size: Int) -> Int? {
    guard start >= 0, start + size <= bytes.count else { return nil }
    let value = bytes[start..<(start + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }
}
