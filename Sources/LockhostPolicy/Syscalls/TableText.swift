// SPDX-License-Identifier: MIT

/// Cuts the tables of this module, which are ASCII, byte by byte: by characters it takes milliseconds.
enum TableText {
  static func rows(_ text: String) -> [Substring.UTF8View] {
    text.utf8.split(separator: UInt8(ascii: "\n"))
  }

  static func words(_ row: Substring.UTF8View) -> [Substring] {
    row.split(separator: UInt8(ascii: " ")).map(Substring.init)
  }

  /// The parts of a word on both sides of a sign, which it has once.
  static func pair(_ word: Substring, _ sign: Unicode.Scalar) -> (Substring, Substring)? {
    let parts = word.utf8.split(separator: UInt8(ascii: sign), omittingEmptySubsequences: false)
    return parts.count == 2 ? (Substring(parts[0]), Substring(parts[1])) : nil
  }
}
