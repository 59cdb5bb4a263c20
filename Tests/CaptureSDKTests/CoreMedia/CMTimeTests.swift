// SPDX-License-Identifier: MIT

import CoreMedia
import Testing

@Suite("Times as exact fractions")
struct CMTimeTests {
  @Test("a sum of two timescales is exact in their common one")
  func sum() {
    let sum = CMTime(value: 1, timescale: 30) + CMTime(value: 1, timescale: 25)
    #expect(sum == CMTime(value: 11, timescale: 150))
    #expect(sum.timescale == 150)
    #expect(!sum.hasBeenRounded)
  }

  @Test("a difference can be negative")
  func difference() {
    let difference = CMTime(value: 1, timescale: 2) - CMTime(value: 3, timescale: 4)
    #expect(difference.seconds == -0.25)
  }

  @Test("times are equal whatever their timescales, and hash alike")
  func equality() {
    let half = CMTime(value: 1, timescale: 2)
    let alsoHalf = CMTime(value: 500, timescale: 1000)
    #expect(half == alsoHalf)
    #expect(half.hashValue == alsoHalf.hashValue)
    #expect(half != CMTime(value: 501, timescale: 1000))
  }

  @Test("comparison is exact where doubles are not")
  func comparison() {
    let large = CMTime(value: .max - 1, timescale: 1_000_000_000)
    let larger = CMTime(value: .max, timescale: 1_000_000_000)
    #expect(large.seconds == larger.seconds, "control: a double cannot tell them apart")
    #expect(large < larger)
  }

  @Test("times without a number keep their order")
  func order() {
    let ordered: [CMTime] = [.negativeInfinity, .zero, .positiveInfinity, .indefinite, .invalid]
    #expect(ordered.shuffled().sorted() == ordered)
  }

  @Test(
    "conversion rounds as it was asked",
    arguments: [
      (CMTimeRoundingMethod.roundHalfAwayFromZero, Int64(3), Int64(-3)),
      (.roundTowardZero, 2, -2), (.roundAwayFromZero, 3, -3),
      (.roundTowardPositiveInfinity, 3, -2), (.roundTowardNegativeInfinity, 2, -3),
    ])
  func rounding(method: CMTimeRoundingMethod, up: Int64, down: Int64) {
    let later = CMTime(value: 25, timescale: 10).convertScale(1, method: method)
    let earlier = CMTime(value: -25, timescale: 10).convertScale(1, method: method)
    #expect(later.value == up)
    #expect(earlier.value == down)
    #expect(later.hasBeenRounded)
  }

  @Test("what is too large becomes infinite instead of trapping")
  func overflow() {
    let huge = CMTime(value: .max, timescale: 1)
    #expect((huge + huge).isPositiveInfinity)
    #expect((huge * 2).isPositiveInfinity)
    #expect((huge * -2).isNegativeInfinity)
    #expect(huge.convertScale(1000, method: .default).isPositiveInfinity)
    #expect(CMTime(value: .min, timescale: 1) - CMTime(value: 1, timescale: 1) == .negativeInfinity)
    #expect(CMTime(seconds: 1e300, preferredTimescale: 600).isPositiveInfinity)
    #expect(!CMTime(seconds: .nan, preferredTimescale: 600).isValid)
  }

  @Test("an invalid time makes the sum invalid")
  func invalid() {
    #expect(!(CMTime.invalid + .zero).isValid)
    #expect(!(CMTime.positiveInfinity + .negativeInfinity).isValid)
    #expect((CMTime.indefinite + .zero).isIndefinite)
    #expect(!CMTime(value: 1, timescale: 0).isValid)
  }

  @Test("seconds are rounded to the timescale and say so")
  func seconds() {
    let third = CMTimeMakeWithSeconds(1.0 / 3, preferredTimescale: 600)
    #expect(third.value == 200)
    #expect(CMTimeGetSeconds(CMTimeMake(value: 90, timescale: 600)) == 0.15)
  }

  @Test("a range has its start and not its end")
  func range() {
    let range = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    #expect(range.containsTime(.zero))
    #expect(!range.containsTime(range.end))
    #expect(!CMTimeRange.invalid.isValid)
  }

  @Test("the host's clock goes forward")
  func clock() {
    let first = CMClockGetTime(CMClockGetHostTimeClock())
    #expect(first.isNumeric)
    #expect(CMClock.hostTimeClock.time >= first)
  }
}
