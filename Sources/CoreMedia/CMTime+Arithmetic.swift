// SPDX-License-Identifier: MIT

extension CMTime {
  /// The sum of two times, in the finer of their timescales.
  public static func + (addend1: CMTime, addend2: CMTime) -> CMTime {
    guard addend1.isValid, addend2.isValid else { return .invalid }
    guard addend1.isNumeric, addend2.isNumeric else {
      return sumOfUnboundedTimes(addend1, addend2)
    }
    guard addend1.epoch == addend2.epoch || addend1.epoch == 0 || addend2.epoch == 0 else {
      return .invalid
    }
    let timescale = commonTimescale(addend1.timescale, addend2.timescale)
    let left = addend1.convertScale(timescale, method: .default)
    let right = addend2.convertScale(timescale, method: .default)
    guard left.isNumeric, right.isNumeric else { return sumOfUnboundedTimes(left, right) }
    let (value, overflowed) = left.value.addingReportingOverflow(right.value)
    guard !overflowed else { return left.value > 0 ? .positiveInfinity : .negativeInfinity }
    return CMTime(
      value: value, timescale: timescale, flags: left.flags.union(right.flags),
      epoch: addend1.epoch == 0 ? addend2.epoch : addend1.epoch)
  }

  /// The difference of two times, in the finer of their timescales.
  public static func - (minuend: CMTime, subtrahend: CMTime) -> CMTime {
    var difference = minuend + subtrahend.negated
    if minuend.epoch == subtrahend.epoch { difference.epoch = 0 }
    return difference
  }

  /// The time, many times over.
  public static func * (time: CMTime, multiplier: Int32) -> CMTime {
    guard time.isNumeric else { return multiplier < 0 ? time.negated : time }
    let (value, overflowed) = time.value.multipliedReportingOverflow(by: Int64(multiplier))
    guard !overflowed else {
      return (time.value > 0) == (multiplier > 0) ? .positiveInfinity : .negativeInfinity
    }
    return CMTime(value: value, timescale: time.timescale, flags: time.flags, epoch: time.epoch)
  }

  /// The time stretched by a factor, rounded to its timescale.
  @_disfavoredOverload
  public static func * (time: CMTime, multiplier: Double) -> CMTime {
    guard time.isNumeric else { return multiplier < 0 ? time.negated : time }
    var product = CMTime(
      seconds: time.seconds * multiplier, preferredTimescale: time.timescale)
    product.epoch = time.epoch
    return product
  }

  fileprivate var negated: CMTime {
    if isPositiveInfinity { return .negativeInfinity }
    if isNegativeInfinity { return .positiveInfinity }
    guard isNumeric else { return self }
    let (value, overflowed) = Int64(0).subtractingReportingOverflow(value)
    guard !overflowed else { return .positiveInfinity }
    return CMTime(value: value, timescale: timescale, flags: flags, epoch: epoch)
  }

  /// The least common multiple of two timescales, or the larger of them when that does not fit.
  private static func commonTimescale(_ left: CMTimeScale, _ right: CMTimeScale) -> CMTimeScale {
    var (divisor, rest) = (left, right)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    let (multiple, overflowed) = (left / divisor).multipliedReportingOverflow(by: right)
    return overflowed ? max(left, right) : multiple
  }

  private static func sumOfUnboundedTimes(_ left: CMTime, _ right: CMTime) -> CMTime {
    guard left.isValid, right.isValid else { return .invalid }
    if left.isIndefinite || right.isIndefinite { return .indefinite }
    if left.isPositiveInfinity, right.isNegativeInfinity { return .invalid }
    if left.isNegativeInfinity, right.isPositiveInfinity { return .invalid }
    return left.isNumeric ? right : left
  }
}

extension CMTime: Comparable, Hashable {
  /// Whether two times are the same, whatever their timescales.
  public static func == (left: CMTime, right: CMTime) -> Bool {
    CMTimeCompare(left, right) == 0
  }

  /// Whether the first time is the earlier.
  public static func < (left: CMTime, right: CMTime) -> Bool {
    CMTimeCompare(left, right) < 0
  }

  /// Hashes the time so that equal times in two timescales have one hash.
  public func hash(into hasher: inout Hasher) {
    guard isNumeric else {
      hasher.combine(flags)
      return
    }
    var (divisor, rest) = (value.magnitude, UInt64(timescale))
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    hasher.combine(epoch)
    hasher.combine(value.magnitude / max(divisor, 1))
    hasher.combine(UInt64(timescale) / max(divisor, 1))
    hasher.combine(value < 0)
  }
}

/// Creates the time `value / timescale` seconds.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
  CMTime(value: value, timescale: timescale)
}

/// Creates a time from seconds, rounded to the nearest unit of the timescale.
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// The time in seconds.
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 { time.seconds }

/// The sum of two times.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }

/// The difference of two times.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }

/// The time, many times over.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime { time * multiplier }

/// The time stretched by a factor.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
  time * multiplier
}

/// The time in another timescale.
public func CMTimeConvertScale(
  _ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod
) -> CMTime {
  time.convertScale(newTimescale, method: method)
}

/// The earlier of two times.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { min(time1, time2) }

/// The later of two times.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { max(time1, time2) }

/// The time's distance from zero.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime { time < .zero ? time.negated : time }

/// Which of two times is the earlier: -1 for the first, 1 for the second, 0 when they are the same.
///
/// Invalid times are after everything, unknown ones just before them, after positive infinity.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
  guard time1.isNumeric, time2.isNumeric else {
    let (left, right) = (time1.rank, time2.rank)
    return left == right ? 0 : left < right ? -1 : 1
  }
  if time1.epoch != time2.epoch { return time1.epoch < time2.epoch ? -1 : 1 }
  // Cross products of a 64-bit and a 32-bit number need more than 64 bits to be exact.
  let left = time1.value.multipliedFullWidth(by: Int64(time2.timescale))
  let right = time2.value.multipliedFullWidth(by: Int64(time1.timescale))
  if left.high != right.high { return left.high < right.high ? -1 : 1 }
  return left.low == right.low ? 0 : left.low < right.low ? -1 : 1
}

extension CMTime {
  /// The place of a time without a number among the others, which are at 0.
  fileprivate var rank: Int {
    if isNegativeInfinity { return -1 }
    if isNumeric { return 0 }
    if isPositiveInfinity { return 1 }
    return isIndefinite ? 2 : 3
  }
}
