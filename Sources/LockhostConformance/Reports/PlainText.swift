// SPDX-License-Identifier: MIT

/// Text that others wrote, for one line of a report.
enum PlainText {
  /// Without control characters, whatever a probe put into its evidence.
  static func line(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
