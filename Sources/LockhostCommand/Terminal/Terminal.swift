// SPDX-License-Identifier: MIT

import Glibc
import LockhostExec
import LockhostSystem
import Synchronization

/// Standard output and standard error, and what they may carry.
///
/// Data goes to standard output, everything else to standard error. What standard output does not
/// take is remembered, for `conclude(_:)` to tell. Text is written without anything that could steer
/// a terminal, wherever it came from; only the colours are the program's own.
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
      default: ColorChoice.isWanted(on: descriptor, environment)
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
  /// Why standard output took no more, if so.
  private let failure = Mutex<SystemError?>(nil)

  package init(style: Style) {
    self.style = style
  }

  /// Writes a line of data on standard output.
  package func data(_ line: String) {
    clearStatus()
    guard failure.withLock({ $0 == nil }) else { return }
    let text = TerminalText.safe(line, keepingColors: style.colorsOutput) + "\n"
    do throws(SystemError) {
      try StandardStream.write(text.utf8, to: 1)
    } catch {
      outputFailed(error)
    }
  }

  /// Remembers that standard output did not take what was written.
  func outputFailed(_ error: SystemError) {
    failure.withLock { $0 = $0 ?? error }
  }

  /// What to exit with, given what the verb says: a success that nobody could read is none.
  ///
  /// A reader that has gone away had what it wanted, as in `lockhost photos list | head -1`.
  func conclude(_ status: Int32) -> Int32 {
    guard let error = failure.withLock({ $0 }), error.code != EPIPE else { return status }
    complain(FailureLines.outputFailed(error, paint: paint(_:as:)))
    return status == ExitStatus.success ? ExitStatus.failure : status
  }

  /// Writes a line for people on standard error, unless `--quiet`.
  package func say(_ line: String) {
    guard !style.isQuiet else { return }
    clearStatus()
    writeError(TerminalText.safe(line, keepingColors: style.colorsErrors) + "\n")
  }

  /// Writes a line on standard error, in any case.
  package func complain(_ line: String) {
    clearStatus()
    writeError(TerminalText.safe(line, keepingColors: style.colorsErrors) + "\n")
  }

  /// Replaces the status line, the last line of the terminal.
  package func status(_ line: String) {
    statusLine.withLock { current in
      guard current != line else { return }
      writeError("\r\u{1B}[K" + TerminalText.safe(line, keepingColors: false))
      current = line
    }
  }

  /// Takes the status line away.
  package func clearStatus() {
    statusLine.withLock { current in
      guard !current.isEmpty else { return }
      writeError("\r\u{1B}[K")
      current = ""
    }
  }

  /// Colours text that goes to standard error.
  package func paint(_ text: String, _ tone: Tone) -> String {
    style.colorsErrors ? "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Colours a part of a message that goes to standard error.
  func paint(_ text: String, as part: MessagePart) -> String {
    switch part {
    case .problem: paint(text, .bad)
    case .caution: paint(text, .warning)
    case .advice: paint(text, .strong)
    }
  }

  /// Colours text that goes to standard output.
  package func paintOutput(_ text: String, _ tone: Tone) -> String {
    style.colorsOutput ? "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m" : text
  }

  private func writeError(_ text: String) {
    // There is nowhere left to tell that standard error is gone.
    try? StandardStream.write(text.utf8, to: 2)
  }
}
