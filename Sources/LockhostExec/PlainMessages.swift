// SPDX-License-Identifier: MIT

/// Messages on standard error, as `Terminal` writes them, for where nobody chose a style.
struct PlainMessages {
  private let hasColors = ColorChoice.isWanted(on: 2, Environment.ofColors)

  func paint(_ text: String, as part: MessagePart) -> String {
    guard hasColors else { return text }
    let code =
      switch part {
      case .problem: "1;31"
      case .caution: "1;33"
      case .advice: "1"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  func write(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    let text = lines.map { TerminalText.safe($0, keepingColors: hasColors) + "\n" }.joined()
    // There is nowhere left to tell that standard error is gone.
    _ = try? StandardStream.write(text.utf8, to: 2)
  }

  func fail(code: String, _ message: String, help: [String] = []) {
    write(FailureLines.make(code: code, message: message, help: help, paint: paint))
  }
}
