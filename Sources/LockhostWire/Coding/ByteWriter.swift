// SPDX-License-Identifier: MIT

/// Appends little-endian integers to bytes.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func write<Value: FixedWidthInteger & UnsignedInteger>(_ value: Value) {
    for index in 0..<(Value.bitWidth / 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> Value(truncatingIfNeeded: index * 8)))
    }
  }

  mutating func write(_ more: [UInt8]) { bytes += more }
}
