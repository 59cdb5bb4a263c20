// SPDX-License-Identifier: MIT

package import FoundationEssentials

/// Times as they are stored: UTC, in an order that is also the order of the text.
package enum StoredTime {
  /// The time as ISO 8601 with milliseconds: `2026-05-18T10:15:30.123Z`.
  ///
  /// - Precondition: It lies in the years 1 to 9999.
  package static func record(_ date: Date) -> String {
    let parts = parts(of: date)
    let day = "\(digits(parts.year, 4))-\(digits(parts.month, 2))-\(digits(parts.day, 2))"
    let time = [3_600_000, 60_000, 1_000].map { digits(parts.milliseconds / $0 % 60, 2) }
    // The hour is no sixtieth, but below sixty all the same.
    return "\(day)T\(time.joined(separator: ":")).\(digits(parts.milliseconds % 1_000, 3))Z"
  }

  /// The present time as the beginning of a name.
  package static var currentName: String { name(Date()) }

  /// The time as the beginning of a name: `20260518-101530`.
  static func name(_ date: Date) -> String {
    let parts = parts(of: date)
    let time = [3_600_000, 60_000, 1_000].map { digits(parts.milliseconds / $0 % 60, 2) }
    return digits(parts.year, 4) + digits(parts.month, 2) + digits(parts.day, 2) + "-"
      + time.joined()
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  /// The date in the Gregorian calendar, and the milliseconds of its day.
  ///
  /// Counted in years that begin in March, whose leap day is their last. By hand, since a formatter
  /// costs a launch more than all else that it writes.
  private static func parts(
    of date: Date
  ) -> (year: Int, month: Int, day: Int, milliseconds: Int) {
    let milliseconds = Int((date.timeIntervalSince1970 * 1_000).rounded(.down))
    let (days, rest) = floorDivide(milliseconds, 86_400_000)
    // 719,468 days from the first of March of the year 0 to 1970; 146,097 in four centuries.
    let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
    let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leapDays) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // Five months from March, and again, have 153 days.
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * monthFromMarch + 2) / 5 + 1, rest
    )
  }

  private static func floorDivide(_ number: Int, _ by: Int) -> (quotient: Int, rest: Int) {
    let rest = ((number % by) + by) % by
    return ((number - rest) / by, rest)
  }
}

extension ExitRecord {
  /// The present time in the form of ``startedAt``.
  public static func currentTime() -> String { StoredTime.record(Date()) }
}
