// SPDX-License-Identifier: MIT

import Glibc

/// A source of time.
///
/// There is one here, the host's: `CLOCK_MONOTONIC`, which a guest and its host share, and by which
/// frames are stamped.
public final class CMClock: Sendable {
  private init() {}

  /// The clock by which frames are stamped.
  public static let hostTimeClock = CMClock()

  /// The time now, in nanoseconds.
  public var time: CMTime {
    var now = timespec()
    // Cannot fail: the clock exists on every Linux, and the address is good.
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return CMTime(
      value: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec), timescale: 1_000_000_000)
  }
}

/// The clock by which frames are stamped.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

/// The time now on a clock.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }
