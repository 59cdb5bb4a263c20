// SPDX-License-Identifier: MIT

package import LockhostSystem

/// What part of a message some words are, for those that give it a colour.
package enum MessagePart: Sendable {
  case problem, caution, advice
}

/// Renders what went wrong for people.
package enum FailureLines {
  /// `error[LH5001]: …`, details indented, `help:` lines.
  ///
  /// - Parameter paint: Gives words the colour of their part, where there are colours.
  package static func make(
    code: String?, message: String, details: [String] = [], help: [String],
    paint: (String, MessagePart) -> String
  ) -> [String] {
    let head = code.map { "error[\($0)]" } ?? "error"
    var lines = [paint(head, .problem) + ": " + TerminalText.printable(message)]
    lines += details.map { "  " + TerminalText.printable($0) }
    var help = help
    if let code { help.append("`lockhost explain \(code)` has the details") }
    for (index, line) in help.enumerated() {
      lines.append(
        (index == 0 ? paint("help", .advice) + ": " : "      ") + TerminalText.printable(line))
    }
    return lines
  }

  /// That standard output did not take what was written.
  package static func outputFailed(
    _ error: SystemError, paint: (String, MessagePart) -> String
  ) -> String {
    paint("error", .problem) + "[LH5008]: standard output cannot be written: \(error.message)"
  }
}
