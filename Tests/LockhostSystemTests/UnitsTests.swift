// SPDX-License-Identifier: MIT

import LockhostSystem
import Testing

@Suite("Units")
struct UnitsTests {
  @Test(
    "byte counts are read with binary units",
    arguments: [
      ("0", 0), ("17", 17), ("64K", 65_536), ("256M", 268_435_456), ("2GiB", 2_147_483_648),
      ("1kb", 1024),
    ])
  func byteCount(text: String, bytes: Int) {
    #expect(ByteCount(parsing: text)?.bytes == bytes)
  }

  @Test(
    "what is no byte count is nil", arguments: ["", "M", "-1", "1.5M", "1T", "9999999999G", "٣"])
  func noByteCount(text: String) {
    #expect(ByteCount(parsing: text) == nil)
  }

  @Test("byte counts are shown in the largest unit")
  func shown() {
    #expect(ByteCount(512).description == "512 B")
    #expect(ByteCount(82_432).description == "80.5 KB")
    #expect(ByteCount.mebibytes(256).description == "256 MB")
  }

  @Test(
    "durations are read with units",
    arguments: [
      ("10s", Duration.seconds(10)), ("250ms", .milliseconds(250)), ("1.5s", .milliseconds(1500)),
      ("2m", .seconds(120)), ("3", .seconds(3)),
    ])
  func duration(text: String, expected: Duration) {
    #expect(Duration(parsing: text) == expected)
  }

  @Test("what is no duration is nil", arguments: ["", "s", "-1s", "1e9s", "9999999999s", "1.2.3s"])
  func noDuration(text: String) {
    #expect(Duration(parsing: text) == nil)
  }

  @Test("instants saturate instead of trapping")
  func saturation() {
    let end = MonotonicInstant(nanoseconds: .max)
    #expect(end.advanced(by: .seconds(1)) == end)
    #expect(MonotonicInstant(nanoseconds: 5).advanced(by: .seconds(-1)).nanoseconds == 0)
    #expect(MonotonicInstant(nanoseconds: 0).duration(to: end) == .nanoseconds(Int64.max))
  }
}
