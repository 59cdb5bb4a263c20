// SPDX-License-Identifier: MIT

/// What was typed, sorted by the table but not yet interpreted.
package struct TypedCommand: Sendable {
  /// How much help was asked for.
  package enum HelpWanted: Sendable {
    case none, short, long
  }

  package let verb: Verb
  /// The values of each flag, in the order typed; a switch has one empty value.
  package var values: [String: [String]] = [:]
  package var operands: [String] = []
  /// What follows `--`, for a verb that takes a command.
  package var command: [String] = []
  package var help: HelpWanted = .none

  init(verb: Verb) {
    self.verb = verb
  }

  /// Whether a switch was given.
  package func has(_ flag: String) -> Bool { values[flag] != nil }

  /// The last value of a flag.
  package func value(_ flag: String) -> String? { values[flag]?.last }

  /// The duration that a flag says.
  ///
  /// - Throws: LH5004 when it is none.
  package func duration(_ flag: String) throws(CommandFailure) -> Duration? {
    guard let text = value(flag) else { return nil }
    guard let duration = DurationText.parse(text) else {
      throw .usage(
        "LH5004", "`--\(flag)` cannot be `\(text)`", help: [DurationText.rule], verb: verb)
    }
    return duration
  }

  /// The duration that a flag says, of which none at all would mean nothing.
  ///
  /// - Throws: LH5004 when it is none, or 0.
  package func positiveDuration(_ flag: String) throws(CommandFailure) -> Duration? {
    let duration = try duration(flag)
    guard duration != .zero else {
      throw .usage(
        "LH5004", "`--\(flag)` cannot be `\(value(flag) ?? "")`",
        help: ["give more than 0: " + DurationText.rule], verb: verb)
    }
    return duration
  }
}

extension CommandFailure {
  /// A failure that the command line itself causes: exit status 64.
  static func usage(
    _ code: String, _ message: String, help: [String] = [], verb: Verb? = nil
  ) -> CommandFailure {
    let seeAlso =
      verb.map { "`lockhost help \($0.name)` explains the verb" }
      ?? "`lockhost help` lists the verbs"
    return CommandFailure(
      code: code, message, help: help + [seeAlso], exitStatus: ExitStatus.usage)
  }
}
