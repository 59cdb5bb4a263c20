// SPDX-License-Identifier: MIT

/// A parsed script: steps, each with the place it was read from.
package struct Script: Hashable, Sendable {
  /// A step and where it stands.
  package struct Line: Hashable, Sendable {
    package let step: ScriptStep
    /// The step as it was typed.
    package let text: String
    /// From 1.
    package let line: Int
    /// Of the first character, from 1.
    package let column: Int
  }

  package let steps: [Line]

  /// Whether a step answers a request to unlock.
  package var answersAuthentication: Bool {
    steps.contains { line in
      if case .authenticate = line.step { true } else { false }
    }
  }
}

/// Why a script cannot be read.
package struct ScriptError: Error, Hashable, Sendable {
  /// LH51nn.
  package let code: String
  /// What is wrong.
  package let message: String
  /// From 1.
  package let line: Int
  /// In characters, from 1.
  package let column: Int
  /// The whole line, to be shown above a caret.
  package let source: String
  /// What to do.
  package let help: [String]

  /// The failure that `lockhost launch` ends with.
  package var failure: CommandFailure {
    CommandFailure(
      code: code, "step at line \(line), column \(column): \(message)",
      details: [source, String(repeating: " ", count: column - 1) + "^"], help: help,
      exitStatus: ExitStatus.usage)
  }
}
