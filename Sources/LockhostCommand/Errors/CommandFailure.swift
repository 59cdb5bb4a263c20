// SPDX-License-Identifier: MIT

/// Why a command ends badly, in the form in which people and scripts see it.
///
/// Rendered as `error[LH5001]: message`, a line for each detail, and `help:` lines.
package struct CommandFailure: Error, Hashable, Sendable {
  /// The article's code; `nil` only for a plain "no", such as a script's failed expectation.
  package var code: String?
  /// What happened, in one line, without a full stop.
  package var message: String
  /// What was looked at, one line each.
  package var details: [String]
  /// What to do about it, one line each.
  package var help: [String]
  /// The exit status of the program.
  package var exitStatus: Int32

  package init(
    code: String?, _ message: String, details: [String] = [], help: [String] = [],
    exitStatus: Int32
  ) {
    self.code = code
    self.message = message
    self.details = details
    self.help = help
    self.exitStatus = exitStatus
  }
}
