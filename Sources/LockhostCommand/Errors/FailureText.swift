// SPDX-License-Identifier: MIT

import LockhostExec

/// Renders failures for people and for scripts.
package enum FailureText {
  /// `error[LH5001]: …`, details indented, `help:` lines.
  package static func lines(_ failure: CommandFailure, on terminal: Terminal) -> [String] {
    FailureLines.make(
      code: failure.code, message: failure.message, details: failure.details, help: failure.help,
      paint: terminal.paint(_:as:))
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
