// SPDX-License-Identifier: MIT

package import LockhostSystem

/// How often something may happen: a bucket of tokens that refills steadily up to its rim.
package struct TokenBucket: Sendable {
  private static let nanosecondsPerSecond: UInt64 = 1_000_000_000

  private let rate: Admission.Rate
  private var tokens: Int
  /// Up to here the refill has been counted.
  private var counted: UInt64

  /// Makes a full bucket.
  package init(_ rate: Admission.Rate, now: MonotonicInstant) {
    self.rate = rate
    tokens = rate.burst
    counted = now.nanoseconds
  }

  /// Takes tokens.
  ///
  /// What costs more than the bucket holds is let through when it is full, and empties it.
  ///
  /// - Returns: Whether there were enough.
  package mutating func take(_ count: Int = 1, now: MonotonicInstant) -> Bool {
    refill(now.nanoseconds)
    guard tokens >= min(count, max(1, rate.burst)) else { return false }
    tokens = max(0, tokens - count)
    return true
  }

  private mutating func refill(_ now: UInt64) {
    guard now > counted, rate.perSecond > 0 else { return }
    let interval = Self.nanosecondsPerSecond / UInt64(rate.perSecond)
    let due = (now - counted) / max(1, interval)
    guard due < UInt64(max(0, rate.burst - tokens)) else {
      tokens = rate.burst
      counted = now
      return
    }
    tokens += Int(due)
    counted += due * interval
  }
}
