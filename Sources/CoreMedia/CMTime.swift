// SPDX-License-Identifier: MIT

/// A time's value before it is divided by the timescale.
public typealias CMTimeValue = Int64
/// How many units of a time's value are a second.
public typealias CMTimeScale = Int32
/// A number that tells apart times on the two sides of a discontinuity.
public typealias CMTimeEpoch = Int64

/// The largest timescale that leaves room for arithmetic.
public let kCMTimeMaxTimescale: CMTimeScale = 0x7FFF_FFFF

/// What a time's numbers mean.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Creates flags from their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The time is one; without this flag nothing else means anything.
  public static let valid = CMTimeFlags(rawValue: 1 << 0)
  /// The value was rounded when it was computed.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)
  /// The time is after every other.
  public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)
  /// The time is before every other.
  public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)
  /// The time is not known.
  public static let indefinite = CMTimeFlags(rawValue: 1 << 4)
  /// Any of the three flags that make a time not a number.
  public static let impliedValueFlagsMask: CMTimeFlags = [
    .positiveInfinity, .negativeInfinity, .indefinite,
  ]
}

/// A time or a duration as an exact fraction of seconds.
///
/// Its arithmetic never traps: what does not fit is rounded, and what is too large becomes an
/// infinity. Made-up times of a hostile file can be computed with.
public struct CMTime: Sendable {
  /// The numerator.
  public var value: CMTimeValue
  /// The denominator: units to a second.
  public var timescale: CMTimeScale
  /// What the numbers mean.
  public var flags: CMTimeFlags
  /// The epoch; only times of one epoch can be added.
  public var epoch: CMTimeEpoch

  /// Creates a time that is not valid.
  public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

  /// Creates a time from its four fields.
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    self.value = value
    self.timescale = timescale
    self.flags = flags
    self.epoch = epoch
  }

  /// Creates the time `value / timescale` seconds.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self.init(
      value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
  }

  /// Creates a time from seconds, rounded to the nearest unit of the timescale.
  ///
  /// A number of seconds that is not finite, or too large, becomes the matching infinity; one that is
  /// not a number becomes an invalid time.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    guard preferredTimescale > 0, !seconds.isNaN else {
      self.init()
      return
    }
    let exact = seconds * Double(preferredTimescale)
    let rounded = exact.rounded(.toNearestOrAwayFromZero)
    guard rounded.magnitude < 9.2e18, let value = Int64(exactly: rounded) else {
      self = seconds > 0 ? .positiveInfinity : .negativeInfinity
      return
    }
    self.init(value: value, timescale: preferredTimescale)
    if rounded != exact { flags.insert(.hasBeenRounded) }
  }

  /// A time that is not one.
  public static let invalid = CMTime()
  /// A time that is not known.
  public static let indefinite = CMTime(
    value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
  /// A time after every other.
  public static let positiveInfinity = CMTime(
    value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
  /// A time before every other.
  public static let negativeInfinity = CMTime(
    value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
  /// No time at all.
  public static let zero = CMTime(value: 0, timescale: 1)
}

extension CMTime {
  /// Whether this is a time, be it infinite or not known.
  public var isValid: Bool { flags.contains(.valid) }
  /// Whether this is after every other time.
  public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
  /// Whether this is before every other time.
  public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
  /// Whether this is a time that is not known.
  public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
  /// Whether this is a time with a number.
  public var isNumeric: Bool {
    isValid && flags.isDisjoint(with: .impliedValueFlagsMask) && timescale > 0
  }
  /// Whether the number was rounded.
  public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

  /// The time in seconds; not a number when this is invalid or not known, infinite when it is so.
  public var seconds: Double {
    if isNumeric { return Double(value) / Double(timescale) }
    if isPositiveInfinity { return .infinity }
    if isNegativeInfinity { return -.infinity }
    return .nan
  }

  /// This time in another timescale.
  ///
  /// - Parameters:
  ///   - newTimescale: The timescale; one that is not positive gives an invalid time.
  ///   - method: How to round what does not fit.
  public func convertScale(
    _ newTimescale: CMTimeScale, method: CMTimeRoundingMethod
  ) -> CMTime {
    guard isNumeric else { return self }
    guard newTimescale > 0 else { return .invalid }
    let divisor = UInt64(timescale)
    let magnitude = value.magnitude.multipliedFullWidth(by: UInt64(newTimescale))
    // A full-width division traps when its quotient does not fit.
    guard magnitude.high < divisor else {
      return value > 0 ? .positiveInfinity : .negativeInfinity
    }
    let (quotient, remainder) = divisor.dividingFullWidth(magnitude)
    let up = method.roundsAwayFromZero(
      remainder: remainder, divisor: divisor, isNegative: value < 0)
    let (rounded, overflowed) = quotient.addingReportingOverflow(up ? 1 : 0)
    guard !overflowed, rounded <= UInt64(Int64.max) else {
      return value > 0 ? .positiveInfinity : .negativeInfinity
    }
    var result = CMTime(
      value: value < 0 ? -Int64(rounded) : Int64(rounded), timescale: newTimescale, flags: flags,
      epoch: epoch)
    if remainder != 0 { result.flags.insert(.hasBeenRounded) }
    return result
  }
}

/// How to round a time that does not fit a timescale.
public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// To the nearest unit, halves away from zero.
  case roundHalfAwayFromZero = 1
  /// Towards zero.
  case roundTowardZero = 2
  /// Away from zero.
  case roundAwayFromZero = 3
  /// Towards later times.
  case roundTowardPositiveInfinity = 5
  /// Towards earlier times.
  case roundTowardNegativeInfinity = 6

  /// What is done unless something else is asked for.
  public static let `default`: CMTimeRoundingMethod = .roundHalfAwayFromZero

  fileprivate func roundsAwayFromZero(
    remainder: UInt64, divisor: UInt64, isNegative: Bool
  ) -> Bool {
    guard remainder > 0 else { return false }
    return switch self {
    case .roundHalfAwayFromZero: remainder >= divisor - remainder
    case .roundTowardZero: false
    case .roundAwayFromZero: true
    case .roundTowardPositiveInfinity: !isNegative
    case .roundTowardNegativeInfinity: isNegative
    }
  }
}
