// SPDX-License-Identifier: MIT

/// A zoom factor that may be under way to another one.
///
/// Both sides compute the factor of a moment from the same value and the same clock, so that what a
/// guest reads back is what its frames show.
public struct CameraZoom: Codable, Hashable, Sendable {
  /// The factor at ``sinceNanoseconds``.
  public let start: Double
  /// The factor at the end.
  public let target: Double
  /// How fast, in doublings a second; 0 is at once.
  public let rate: Double
  /// When the way began, on `CLOCK_MONOTONIC`.
  public let sinceNanoseconds: UInt64

  /// Makes a factor that stays.
  public init(_ factor: Double = 1) {
    self.init(start: factor, target: factor, rate: 0, sinceNanoseconds: 0)
  }

  /// Makes the value from its fields.
  public init(start: Double, target: Double, rate: Double, sinceNanoseconds: UInt64) {
    self.start = start
    self.target = target
    self.rate = rate
    self.sinceNanoseconds = sinceNanoseconds
  }

  /// The factor of a moment.
  ///
  /// It doubles or halves in equal times, as Apple's ramps do, and then stays at its target.
  public func factor(atNanoseconds now: UInt64) -> Double {
    guard rate > 0, start > 0, now >= sinceNanoseconds else { return rate > 0 ? start : target }
    let seconds = Double(now - sinceNanoseconds) / 1e9
    // Beyond this nothing moves any more: the widest range is less than 2^20.
    let doublings = min(seconds * rate, 40)
    let power = Self.powerOfTwo(doublings)
    return target >= start ? min(start * power, target) : max(start / power, target)
  }

  /// Whether the factor of a moment is not yet the target.
  public func isRamping(atNanoseconds now: UInt64) -> Bool {
    rate > 0 && factor(atNanoseconds: now) != target
  }

  func check() throws(WireError) {
    for (name, factor) in [("start", start), ("target", target)] {
      guard (0.1...1000.0).contains(factor) else {
        throw .value(field: "zoom.\(name)", reason: "not between 0.1 and 1000")
      }
    }
    guard (0.0...1000.0).contains(rate) else {
      throw .value(field: "zoom.rate", reason: "not between 0 and 1000")
    }
  }

  /// 2 to a power from 0 to 40, without the C library: its whole part by shifting, the rest by the
  /// series of the exponential function, to more digits than a picture has pixels.
  private static func powerOfTwo(_ exponent: Double) -> Double {
    let whole = exponent.rounded(.down)
    let rest = (exponent - whole) * 0.693_147_180_559_945_3
    var (term, sum) = (1.0, 1.0)
    for step in 1...16 {
      term *= rest / Double(step)
      sum += term
    }
    return sum * Double(UInt64(1) << UInt64(whole))
  }
}
