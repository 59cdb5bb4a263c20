// SPDX-License-Identifier: MIT

/// Renders failures for people and for scripts.
package enum FailureText {
  /// `error[LH5001]: …`, details indented, `help:` lines.
  package static func lines(_ failure: CommandFailure, on terminal: Terminal) -> [String] {
    let head = failure.code.map { "error[\($0)]" } ?? "error"
    var lines = [terminal.paint(head, .bad) + ": " + printable(failure.message)]
    lines += failure.details.map { "  " + printable($0) }
    var help = failure.help
    if let code = failure.code { help.append("`lockhost explain \(code)` has the details") }
    for (index, line) in help.enumerated() {
      lines.append(
        (index == 0 ? terminal.paint("help", .strong) + ": " : "      ") + printable(line))
    }
    return lines
  }

  /// Text from a file, an argument or a guest, without what could steer a terminal.
  package static func printable(_ text: String) -> String {
    TerminalText.printable(text)
  }
}

/// A failure as `--json` has it on standard output.
package struct FailureRecord: Encodable, Sendable {
  package let schema = "lockhost.error/1"
  package let code: String?
  package let message: String
  package let details: [String]
  package let help: [String]
  package let exitStatus: Int32

  package init(_ failure: CommandFailure) {
    code = failure.code
    message = failure.message
    details = failure.details
    help = failure.help
    exitStatus = failure.exitStatus
  }
}
