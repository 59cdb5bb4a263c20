// SPDX-License-Identifier: MIT

/// Reads numbers out of bytes that nobody has vouched for: past the end there is `nil`, never a
/// trap.
struct ByteReader {
  /// Which end of a number comes first.
  enum Order {
    case big, little
  }

  let bytes: ArraySlice<UInt8>
  let order: Order

  /// Makes a reader; offsets count from the slice's start.
  init(_ bytes: ArraySlice<UInt8>, order: Order) {
    self.bytes = bytes
    self.order = order
  }

  /// How many bytes there are.
  var count: Int { bytes.count }

  /// The byte at an offset.
  func byte(at offset: Int) -> UInt8? {
    guard offset >= 0, offset < bytes.count else { return nil }
    return bytes[bytes.startIndex + offset]
  }

  /// The 16-bit number at an offset.
  func unsigned16(at offset: Int) -> Int? {
    number(at: offset, bytes: 2)
  }

  /// The 32-bit number at an offset.
  func unsigned32(at offset: Int) -> Int? {
    number(at: offset, bytes: 4)
  }

  private func number(at offset: Int, bytes length: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - length else { return nil }
    let first = bytes.startIndex + offset
    let digits = bytes[first..<(first + length)]
    return switch order {
    case .big: digits.reduce(0) { $0 << 8 | Int($1) }
    case .little: digits.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
  }
}
