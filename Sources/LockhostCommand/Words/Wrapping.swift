// SPDX-License-Identifier: MIT

import LockhostExec

/// Breaks text into lines.
package enum Wrapping {
  /// The text's words in lines of at most `width` characters, where a single word allows it.
  package static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if line.isEmpty {
        line = String(word)
      } else if line.count + 1 + word.count <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
  }
}

extension String {
  /// The text, wherever it came from, as a column of a list: padded, and in any case apart from the
  /// next column.
  func column(_ width: Int) -> String {
    let text = TerminalText.printable(self)
    return text.padded(to: max(width, text.count + 2))
  }

  /// The text with spaces after it, up to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
