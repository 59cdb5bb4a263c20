// SPDX-License-Identifier: MIT

/// Reads little-endian integers from bytes whose number was checked before.
///
/// Past the end it reads zeros: it never traps, and a caller that checked sees none of them.
struct ByteReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func read<Value: FixedWidthInteger & UnsignedInteger>(_ type: Value.Type) -> Value {
    var value: Value = 0
    for index in 0..<(Value.bitWidth / 8) {
      let position = offset + index
      let byte: UInt8 = position < bytes.count ? bytes[position] : 0
      value |= Value(truncatingIfNeeded: byte) << Value(truncatingIfNeeded: index * 8)
    }
    offset += Value.bitWidth / 8
    return value
  }
}
