// SPDX-License-Identifier: MIT

import Glibc

/// Where this process sees file systems mounted.
public enum MountPoints {
  /// The mount points below a folder, in the order in which they were mounted.
  ///
  /// Reads `/proc/self/mountinfo`; without it there are none to know of.
  public static func below(_ folder: String) -> [String] {
    guard let real = try? ResolvedPath.of(folder),
      let proc = try? Directory.open(path: "/proc/self"),
      let bytes = try? AtomicFile.read(
        FileName(literal: "mountinfo"), in: proc, maximumBytes: 4 << 20)
    else { return [] }
    return parse(mountInfo: String(decoding: bytes, as: UTF8.self))
      .filter { $0.hasPrefix(real == "/" ? real : real + "/") && $0 != real }
  }

  /// The fifth word of each line, with its escapes undone.
  static func parse(mountInfo text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 5)
      return words.count == 6 ? unescaped(words[4]) : nil
    }
  }

  /// The kernel writes a space, a tab, a line's end and a backslash as `\` and three octal digits.
  private static func unescaped(_ word: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = word.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3,
        let value = UInt8(String(Substring(digits)), radix: 8)
      {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
