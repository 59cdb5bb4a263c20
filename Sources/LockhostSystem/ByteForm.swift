// SPDX-License-Identifier: MIT

/// Bytes with gaps, to be filled in again and again.
///
/// Made of bytes that were encoded once: what stands between marks that are known is what changes from
/// one time to the next, and everything else stays.
public struct ByteForm: Sendable {
  /// What changes: it begins after these bytes, and is so long.
  public struct Field: Sendable {
    let mark: [UInt8]
    let count: Int

    /// Names a field.
    public init(after mark: String, count: Int) {
      self.mark = Array(mark.utf8)
      self.count = count
    }
  }

  private let parts: [ArraySlice<UInt8>]

  /// Finds the fields.
  ///
  /// - Parameter fields: In the order in which they stand in the bytes.
  /// - Returns: Nil unless each mark stands there exactly once, in this order.
  public init?(_ bytes: [UInt8], fields: [Field]) {
    var parts: [ArraySlice<UInt8>] = []
    var start = 0
    for field in fields {
      let places = Self.places(of: field.mark, in: bytes)
      guard places.count == 1, places[0] >= start else { return nil }
      let place = places[0] + field.mark.count
      guard bytes.count - place >= field.count else { return nil }
      parts.append(bytes[start..<place])
      start = place + field.count
    }
    parts.append(bytes[start...])
    self.parts = parts
  }

  /// The bytes with other values in their fields.
  ///
  /// - Precondition: There are as many values as fields. They stand there as they are given.
  public func filled(with values: [String]) -> [UInt8] {
    precondition(values.count == parts.count - 1, "a value for each field")
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      parts.reduce(0) { $0 + $1.count } + values.reduce(0) { $0 + $1.utf8.count })
    for (part, value) in zip(parts, values) {
      bytes += part
      bytes += value.utf8
    }
    return bytes + parts[parts.count - 1]
  }

  private static func places(of mark: [UInt8], in bytes: [UInt8]) -> [Int] {
    guard !mark.isEmpty, bytes.count >= mark.count else { return [] }
    return (0...(bytes.count - mark.count)).filter { bytes[$0...].starts(with: mark) }
  }
}
