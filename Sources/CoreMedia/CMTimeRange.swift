// SPDX-License-Identifier: MIT

/// A stretch of time from a start, which belongs to it, to an end, which does not.
public struct CMTimeRange: Hashable, Sendable {
  /// The first time of the range.
  public var start: CMTime
  /// How long the range is.
  public var duration: CMTime

  /// Creates a range that is not valid.
  public init() { self.init(start: .invalid, duration: .invalid) }

  /// Creates a range from its start and its length.
  public init(start: CMTime, duration: CMTime) {
    self.start = start
    self.duration = duration
  }

  /// Creates a range from its start and its end.
  public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

  /// The range of no length at time zero.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)
  /// A range that is not one.
  public static let invalid = CMTimeRange()

  /// The first time after the range.
  public var end: CMTime { start + duration }
  /// Whether both ends are times and the length is not negative.
  public var isValid: Bool { start.isValid && duration.isValid && duration >= .zero }
  /// Whether the range has no length.
  public var isEmpty: Bool { isValid && duration == .zero }

  /// Whether a time is in the range.
  public func containsTime(_ time: CMTime) -> Bool { isValid && time >= start && time < end }
}

/// Creates a range from its start and its length.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}

/// The first time after a range.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

/// Whether a time is in a range.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
  range.containsTime(time)
}
