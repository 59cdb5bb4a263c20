// SPDX-License-Identifier: MIT

/// Durations as people type them: `10s`, `250ms`, `1.5s`, `2m`, `30d`.
package enum DurationText {
  /// What `parse` accepts, for messages.
  package static let rule = "a duration is a number and a unit: 250ms, 10s, 1.5s, 2m, 1h, 30d"

  /// The duration that a text means; `nil` when it is none.
  ///
  /// A unit is required, so that nobody waits ten minutes for ten seconds. At most nine digits
  /// before the point and nine after it.
  package static func parse(_ text: String) -> Duration? {
    let units: [(suffix: String, nanoseconds: Int64)] = [
      ("ms", 1_000_000), ("us", 1000), ("s", 1_000_000_000), ("m", 60_000_000_000),
      ("h", 3_600_000_000_000), ("d", 86_400_000_000_000),
    ]
    guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
    let number = text.dropLast(unit.suffix.count)
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count) else { return nil }
    guard let whole = digits(parts[0]) else { return nil }
    var total = Duration.nanoseconds(unit.nanoseconds) * whole
    if parts.count == 2 {
      guard let fraction = digits(parts[1]) else { return nil }
      let scale = (0..<parts[1].count).reduce(1) { result, _ in result * 10 }
      total += Duration.nanoseconds(unit.nanoseconds) * fraction / scale
    }
    return total
  }

  private static func digits(_ text: Substring) -> Int? {
    guard (1...9).contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    return Int(text)
  }

  /// A duration for people: `3.4 s`, `250 ms`, `12 µs`.
  package static func describe(_ duration: Duration) -> String {
    let microseconds = duration / .microseconds(1)
    if microseconds >= 1_000_000 { return tenths(microseconds / 100_000) + " s" }
    if microseconds >= 1000 { return tenths(microseconds / 100) + " ms" }
    return "\(Int(microseconds)) µs"
  }

  /// A number of tenths with its point.
  private static func tenths(_ value: Double) -> String {
    let rounded = Int(value.rounded())
    return "\(rounded / 10).\(rounded % 10)"
  }
}
