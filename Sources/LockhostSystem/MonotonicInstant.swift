// SPDX-License-Identifier: MIT

import CLinux

/// A point on `CLOCK_MONOTONIC`, the clock of watchdogs, timelines and frame timestamps.
///
/// It does not jump when somebody sets the wall clock, and it is the same in every process and time
/// namespace that lockhost makes, so a guest and its host may compare instants.
public struct MonotonicInstant: Hashable, Comparable, Sendable, Codable {
  /// Nanoseconds since an unspecified start, usually the boot.
  public var nanoseconds: UInt64

  /// Makes an instant from nanoseconds of `CLOCK_MONOTONIC`.
  public init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// The present.
  public static var now: MonotonicInstant {
    MonotonicInstant(nanoseconds: lh_monotonic_nanoseconds())
  }

  /// The instant that lies this far ahead, or behind when negative; saturates at both ends.
  public func advanced(by duration: Duration) -> MonotonicInstant {
    let distance = duration.wholeNanoseconds
    if distance >= 0 {
      let (sum, overflow) = nanoseconds.addingReportingOverflow(UInt64(distance))
      return MonotonicInstant(nanoseconds: overflow ? .max : sum)
    }
    let magnitude = distance.magnitude
    return MonotonicInstant(nanoseconds: nanoseconds > magnitude ? nanoseconds - magnitude : 0)
  }

  /// The time from this instant to another; negative when the other is earlier.
  public func duration(to other: MonotonicInstant) -> Duration {
    if other.nanoseconds >= nanoseconds {
      return .nanoseconds(Int64(clamping: other.nanoseconds - nanoseconds))
    }
    return .nanoseconds(-Int64(clamping: nanoseconds - other.nanoseconds))
  }

  /// Orders by time.
  public static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension Duration {
  /// The whole nanoseconds, saturated to 63 bits.
  public var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, carried) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    return carried ? (seconds < 0 ? .min : .max) : sum
  }

  /// The whole microseconds, saturated to 63 bits.
  public var wholeMicroseconds: Int64 { wholeNanoseconds / 1000 }

  /// The whole milliseconds, saturated to 63 bits.
  public var wholeMilliseconds: Int64 { wholeNanoseconds / 1_000_000 }

  /// Reads `10s`, `250ms`, `1.5s`, `2m` or a bare number of seconds.
  ///
  /// - Returns: Nil for anything else, for a negative number, and for more than a million seconds.
  public init?(parsing text: String) {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = Double(digits), number.isFinite, number >= 0 else { return nil }
    let seconds: Double
    switch text.dropFirst(digits.count) {
    case "ms": seconds = number / 1000
    case "us", "µs": seconds = number / 1_000_000
    case "", "s": seconds = number
    case "m", "min": seconds = number * 60
    case "h": seconds = number * 3600
    default: return nil
    }
    guard seconds <= 1_000_000 else { return nil }
    self = .nanoseconds(Int64(seconds * 1_000_000_000))
  }
}
