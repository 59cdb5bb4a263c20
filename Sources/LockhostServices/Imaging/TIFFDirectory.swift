// SPDX-License-Identifier: MIT

/// A list of fields as TIFF 6.0 lays it out, little endian: what EXIF data is made of.
///
/// The same fields give the same bytes.
struct TIFFDirectory {
  /// A field's value, with its type.
  indirect enum Value {
    case short(UInt16)
    case long(UInt32)
    /// ASCII; the closing zero is added.
    case text(String)
    case rationals([(numerator: UInt32, denominator: UInt32)])
    case signedRational(numerator: Int32, denominator: Int32)
    case undefined([UInt8])
    /// Another directory, which the field points to.
    case directory(TIFFDirectory)
  }

  private var fields: [UInt16: Value] = [:]

  /// The value of a field by its tag; fields are written in the order of their tags.
  subscript(tag: UInt16) -> Value? {
    get { fields[tag] }
    set { fields[tag] = newValue }
  }

  /// The bytes of a whole TIFF block whose first directory this is.
  func block() -> [UInt8] {
    let header: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
    return header + encoded(at: header.count)
  }

  /// The directory and everything that it points to, for a place in the block.
  private func encoded(at offset: Int) -> [UInt8] {
    let directoryBytes = 2 + fields.count * 12 + 4
    var directory = little(UInt16(fields.count))
    var heap: [UInt8] = []
    for (tag, value) in fields.sorted(by: { $0.key < $1.key }) {
      let place = offset + directoryBytes + heap.count
      let content = value.content(at: place)
      directory += little(tag) + little(value.type) + little(value.count)
      switch value {
      case .directory:
        directory += little(UInt32(place))
        heap += content
      default:
        if content.count <= 4 {
          directory += content + [UInt8](repeating: 0, count: 4 - content.count)
        } else {
          directory += little(UInt32(place))
          heap += content
        }
      }
      // A value begins at an even offset (TIFF 6.0, section 2).
      if heap.count % 2 == 1 { heap.append(0) }
    }
    return directory + little(0 as UInt32) + heap
  }
}

extension TIFFDirectory.Value {
  /// A fraction.
  static func rational(_ numerator: UInt32, _ denominator: UInt32) -> Self {
    .rationals([(numerator, denominator)])
  }

  fileprivate var type: UInt16 {
    switch self {
    case .text: 2
    case .short: 3
    case .long, .directory: 4
    case .rationals: 5
    case .undefined: 7
    case .signedRational: 10
    }
  }

  fileprivate var count: UInt32 {
    switch self {
    case .text(let text): UInt32(text.utf8.count + 1)
    case .rationals(let fractions): UInt32(fractions.count)
    case .undefined(let bytes): UInt32(bytes.count)
    default: 1
    }
  }

  fileprivate func content(at offset: Int) -> [UInt8] {
    switch self {
    case .short(let number): little(number)
    case .long(let number): little(number)
    case .text(let text): Array(text.utf8) + [0]
    case .rationals(let fractions):
      fractions.flatMap { little($0.numerator) + little($0.denominator) }
    case .signedRational(let numerator, let denominator):
      little(UInt32(bitPattern: numerator)) + little(UInt32(bitPattern: denominator))
    case .undefined(let bytes): bytes
    case .directory(let directory): directory.encoded(at: offset)
    }
  }
}

private func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
  unsafe withUnsafeBytes(of: number.littleEndian) { unsafe Array($0) }
}
