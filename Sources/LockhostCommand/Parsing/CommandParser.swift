// SPDX-License-Identifier: MIT

/// Sorts an argument list by the table, and says what is wrong with it.
package enum CommandParser {
  /// Finds the verb and its flags and operands.
  ///
  /// Flags and operands may be mixed; `--` ends the flags. A verb that takes a command ends its
  /// own flags at the first word that is none.
  ///
  /// - Parameter arguments: The arguments without the program's name; not empty.
  /// - Throws: LH5001 to LH5007, with the word that was probably meant.
  package static func parse(_ arguments: [String]) throws(CommandFailure) -> TypedCommand {
    var rest = arguments[...]
    var command = TypedCommand(verb: try takeVerb(&rest))
    while let argument = rest.popFirst() {
      if argument == "--" {
        if command.verb.takesCommand {
          command.command = Array(rest)
        } else {
          command.operands += rest
        }
        rest = []
      } else if argument.hasPrefix("--") {
        try takeLong(argument, &rest, into: &command)
      } else if argument.hasPrefix("-"), argument.count > 1 {
        try takeLetters(argument, &rest, into: &command)
      } else if command.verb.takesCommand {
        command.command = [argument] + rest
        rest = []
      } else {
        command.operands.append(argument)
      }
    }
    if command.help == .none { try check(command) }
    return command
  }

  // MARK: Verb

  private static func takeVerb(_ rest: inout ArraySlice<String>) throws(CommandFailure) -> Verb {
    let first = rest.popFirst() ?? "help"
    let candidates = CommandTable.verbs(startingWith: first)
    if let whole = candidates.first(where: { $0.words.count == 1 }) {
      // `conformance` is a verb, and so is `conformance merge`.
      guard let longer = candidates.first(where: { $0.words.dropFirst().first == rest.first }),
        longer.words.count > 1
      else { return whole }
      rest.removeFirst()
      return longer
    }
    guard !candidates.isEmpty else {
      throw .usage(
        "LH5001", "there is no verb `\(first)`",
        help: Suggestion.help(for: first, among: CommandTable.firstWords))
    }
    let seconds = candidates.compactMap { $0.words.dropFirst().first }
    guard let second = rest.first, !second.hasPrefix("-") else {
      // `lockhost sessions --json` means its list, as does `lockhost sessions`.
      if let list = candidates.first(where: { $0.words.last == "list" }) { return list }
      throw .usage(
        "LH5001", "`\(first)` needs a second word", help: Suggestion.help(for: "", among: seconds))
    }
    guard let verb = candidates.first(where: { $0.words.dropFirst().first == second }) else {
      throw .usage(
        "LH5001", "there is no verb `\(first) \(second)`",
        help: Suggestion.help(for: second, among: seconds))
    }
    rest.removeFirst()
    return verb
  }

  // MARK: Flags

  private static func takeLong(
    _ argument: String, _ rest: inout ArraySlice<String>, into command: inout TypedCommand
  ) throws(CommandFailure) {
    let parts = argument.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard let flag = command.verb.allFlags.first(where: { $0.name == name }) else {
      throw unknownFlag("--" + name, command.verb)
    }
    if flag.name == "help" {
      command.help = .long
      return
    }
    let inline = parts.count == 2 ? String(parts[1]) : nil
    if flag.value == nil, inline != nil {
      throw .usage("LH5004", "`--\(name)` takes no value", verb: command.verb)
    }
    try take(flag, typed: "--" + name, inline: inline, &rest, into: &command)
  }

  private static func takeLetters(
    _ argument: String, _ rest: inout ArraySlice<String>, into command: inout TypedCommand
  ) throws(CommandFailure) {
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      guard let flag = command.verb.allFlags.first(where: { $0.letter == letter }) else {
        throw unknownFlag("-\(letter)", command.verb)
      }
      if flag.name == "help" {
        command.help = .short
        continue
      }
      let inline = flag.value == nil || letters.isEmpty ? nil : String(letters)
      if inline != nil { letters = "" }
      try take(flag, typed: "-\(letter)", inline: inline, &rest, into: &command)
    }
  }

  private static func take(
    _ flag: Flag, typed: String, inline: String?, _ rest: inout ArraySlice<String>,
    into command: inout TypedCommand
  ) throws(CommandFailure) {
    guard let kind = flag.value else {
      command.values[flag.name] = [""]
      return
    }
    guard let value = inline ?? rest.popFirst() else {
      throw .usage("LH5003", "`\(typed)` needs a value: \(kind.placeholder)", verb: command.verb)
    }
    if case .choice(let words) = kind, !words.contains(value) {
      throw .usage(
        "LH5004", "`\(typed)` cannot be `\(value)`",
        help: Suggestion.help(for: value, among: words), verb: command.verb)
    }
    if case .duration = kind, DurationText.parse(value) == nil {
      throw .usage(
        "LH5004", "`\(typed)` cannot be `\(value)`", help: [DurationText.rule], verb: command.verb)
    }
    if kind == .file || kind == .folder, value.isEmpty {
      throw .usage(
        "LH5004", "`\(typed)` cannot be empty", help: ["give a path"], verb: command.verb)
    }
    command.values[flag.name, default: []].append(value)
  }

  private static func unknownFlag(_ typed: String, _ verb: Verb) -> CommandFailure {
    let names = verb.allFlags.map { "--" + $0.name }
    let near = typed.hasPrefix("--") ? Suggestion.nearest(to: typed, among: names) : nil
    let help = near.map { ["did you mean `\($0)`?"] } ?? []
    return .usage("LH5002", "`\(verb.name)` has no flag `\(typed)`", help: help, verb: verb)
  }

  // MARK: Whole

  private static func check(_ command: TypedCommand) throws(CommandFailure) {
    let verb = command.verb
    var given: [String: String] = [:]
    for flag in verb.flags where command.has(flag.name) {
      guard let set = flag.exclusiveSet else { continue }
      if let other = given[set] {
        throw .usage(
          "LH5007", "`--\(other)` and `--\(flag.name)` exclude each other",
          help: ["give one of them"], verb: verb)
      }
      given[set] = flag.name
    }
    let needed = verb.operands.count { !$0.isOptional }
    if command.operands.count < needed {
      let missing = verb.operands[command.operands.count]
      throw .usage(
        "LH5005", "`\(verb.name)` needs \(missing.name)", help: ["usage: \(verb.usage)"],
        verb: verb)
    }
    if verb.takesCommand, command.command.isEmpty {
      throw .usage(
        "LH5005", "`\(verb.name)` needs a program to run", help: ["usage: \(verb.usage)"],
        verb: verb)
    }
    let takesMore = verb.operands.last?.isRepeated ?? false
    if command.operands.count > verb.operands.count, !takesMore {
      throw .usage(
        "LH5006",
        "`\(verb.name)` does not know what to do with "
          + "`\(command.operands[verb.operands.count])`",
        help: ["usage: \(verb.usage)"], verb: verb)
    }
    for (operand, value) in zip(verb.operands, command.operands) {
      if case .choice(let words) = operand.value, !words.contains(value) {
        throw .usage(
          "LH5004", "\(operand.name) cannot be `\(value)`",
          help: Suggestion.help(for: value, among: words), verb: verb)
      }
    }
  }
}
