// SPDX-License-Identifier: MIT

/// A number of bytes, so that no bare integer has to say its unit.
public struct ByteCount: Hashable, Comparable, Sendable, Codable {
  /// The number of bytes.
  public var bytes: Int

  /// Counts single bytes.
  public init(_ bytes: Int) {
    self.bytes = bytes
  }

  /// Reads a number with an optional binary unit: `4096`, `64K`, `256M`, `2G`; also `256MiB`.
  ///
  /// - Returns: Nil for anything else, a negative number, and what does not fit in 63 bits.
  public init?(parsing text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits) else { return nil }
    let shift: Int
    switch text.dropFirst(digits.count).lowercased() {
    case "", "b": shift = 0
    case "k", "kb", "kib": shift = 10
    case "m", "mb", "mib": shift = 20
    case "g", "gb", "gib": shift = 30
    default: return nil
    }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << shift)
    guard !overflow else { return nil }
    self.init(bytes)
  }

  /// Counts units of 1,024 bytes.
  public static func kibibytes(_ count: Int) -> ByteCount { ByteCount(count << 10) }

  /// Counts units of 1,048,576 bytes.
  public static func mebibytes(_ count: Int) -> ByteCount { ByteCount(count << 20) }

  /// Orders by size.
  public static func < (left: ByteCount, right: ByteCount) -> Bool { left.bytes < right.bytes }

  /// Encodes the bare number of bytes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bytes)
  }

  /// Decodes a bare number of bytes.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int.self))
  }
}

extension ByteCount: CustomStringConvertible {
  /// The largest unit that divides it evenly or leaves one decimal: `512 B`, `80.5 KB`, `256 MB`.
  public var description: String {
    var value = Double(bytes)
    var unit = "B"
    for next in ["KB", "MB", "GB"] where value >= 1024 {
      value /= 1024
      unit = next
    }
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths)) \(unit)" : "\(tenths) \(unit)"
  }
}
