// SPDX-License-Identifier: MIT

import FoundationEssentials

/// Times as they are stored: UTC, in an order that is also the order of the text.
enum StoredTime {
  /// The time as ISO 8601 with milliseconds: `2026-05-18T10:15:30.123Z`.
  static func record(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// The time as the beginning of a name: `20260518-101530`.
  static func name(_ date: Date) -> String {
    record(date).prefix(19).filter { $0 != "-" && $0 != ":" }.replacing("T", with: "-")
  }
}

extension ExitRecord {
  /// The present time in the form of ``startedAt``.
  public static func currentTime() -> String { StoredTime.record(Date()) }
}
