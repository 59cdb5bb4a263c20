// SPDX-License-Identifier: MIT

import Glibc

/// A moment as EXIF writes it: local time, the distance to universal time, and milliseconds.
package struct PhotoTime: Hashable, Sendable {
  /// Seconds since 1970.
  package let secondsSince1970: Double
  /// Local date and time, as in `2026:11:30 07:21:05`.
  package let text: String
  /// The distance to universal time, as in `+01:00`.
  package let offset: String
  /// Three digits.
  package let milliseconds: String

  /// Makes the text of a moment, in the host's time zone.
  package init(secondsSince1970: Double) {
    self.secondsSince1970 = secondsSince1970
    let whole = secondsSince1970.rounded(.down)
    var seconds = time_t(whole)
    var local = unsafe tm()
    unsafe localtime_r(&seconds, &local)
    let zone = unsafe local.tm_gmtoff / 60
    text = unsafe [
      "\(Self.digits(Int(local.tm_year) + 1900, 4))", Self.digits(Int(local.tm_mon) + 1, 2),
      "\(Self.digits(Int(local.tm_mday), 2)) \(Self.digits(Int(local.tm_hour), 2))",
      Self.digits(Int(local.tm_min), 2), Self.digits(Int(local.tm_sec), 2),
    ].joined(separator: ":")
    offset =
      (zone < 0 ? "-" : "+") + Self.digits(abs(zone) / 60, 2) + ":"
      + Self.digits(abs(zone) % 60, 2)
    milliseconds = Self.digits(Int((secondsSince1970 - whole) * 1000), 3)
  }

  /// The host's wall clock.
  package static var now: PhotoTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return PhotoTime(secondsSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
