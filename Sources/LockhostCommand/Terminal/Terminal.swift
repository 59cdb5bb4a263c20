// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// Standard output and standard error, and what they may carry.
///
/// Data goes to standard output, everything else to standard error. A closed standard output ends
/// the writing quietly, as in any filter: `lockhost photos list | head -1`.
package final class Terminal: Sendable {
  /// What the environment and the flags say about output.
  package struct Style: Sendable {
    /// Whether standard error gets colour.
    package var colorsErrors = false
    /// Whether standard output gets colour.
    package var colorsOutput = false
    package var isQuiet = false
    package var isVerbose = false
    package var isJSON = false

    package init() {}

    /// Decides about colour as `--color`, `NO_COLOR`, `CLICOLOR_FORCE` and `TERM` ask.
    package init(command: TypedCommand, environment: [String: String]) {
      isQuiet = command.has("quiet")
      isVerbose = command.has("verbose")
      isJSON = command.has("json")
      colorsErrors = Self.wantsColor(command.value("color"), 2, environment)
      colorsOutput = !isJSON && Self.wantsColor(command.value("color"), 1, environment)
    }

    static func wantsColor(
      _ flag: String?, _ descriptor: Int32, _ environment: [String: String]
    ) -> Bool {
      switch flag {
      case "always": true
      case "never": false
      default:
        if environment["NO_COLOR"].map({ !$0.isEmpty }) ?? false {
          false
        } else if environment["CLICOLOR_FORCE"].map({ !$0.isEmpty && $0 != "0" }) ?? false {
          true
        } else {
          environment["TERM"] != "dumb" && isatty(descriptor) == 1
        }
      }
    }
  }

  /// A colour, by what it means.
  package enum Tone: String, Sendable {
    case bad = "1;31"
    case warning = "1;33"
    case good = "32"
    case strong = "1"
    case faint = "2"
  }

  package let style: Style
  /// The status line that is on the screen now, to be taken away before anything else is written.
  private let statusLine = Mutex("")

  package init(style: Style) {
    self.style = style
  }

  /// Writes a line of data on standard output.
  package func data(_ line: String) {
    clearStatus()
    Self.write(line + "\n", to: 1)
  }

  /// Writes a line for people on standard error, unless `--quiet`.
  package func say(_ line: String) {
    guard !style.isQuiet else { return }
    clearStatus()
    Self.write(line + "\n", to: 2)
  }

  /// Writes a line on standard error, in any case.
  package func complain(_ line: String) {
    clearStatus()
    Self.write(line + "\n", to: 2)
  }

  /// Replaces the status line, the last line of the terminal.
  package func status(_ line: String) {
    statusLine.withLock { current in
      guard current != line else { return }
      Self.write("\r\u{1B}[K" + line, to: 2)
      current = line
    }
  }

  /// Takes the status line away.
  package func clearStatus() {
    statusLine.withLock { current in
      guard !current.isEmpty else { return }
      Self.write("\r\u{1B}[K", to: 2)
      current = ""
    }
  }

  /// Colours text that goes to standard error.
  package func paint(_ text: String, _ tone: Tone) -> String {
    style.colorsErrors ? "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Colours text that goes to standard output.
  package func paintOutput(_ text: String, _ tone: Tone) -> String {
    style.colorsOutput ? "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m" : text
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        guard errno == EINTR else { return }
        continue
      }
      bytes = bytes.dropFirst(count)
    }
  }
}
