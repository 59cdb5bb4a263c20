// SPDX-License-Identifier: MIT

/// From a verb's name to what it does.
package enum VerbDispatch {
  private typealias Action =
    @Sendable (CommandContext) async throws(CommandFailure) -> Int32

  /// Every verb with its action; a test compares the names with the table.
  private static let actions: [String: Action] = [
    "build": BuildVerb.run,
    "explain": ExplainVerb.run,
    "help": HelpVerb.run,
    "launch": LaunchVerb.run,
    "completions": HelpVerb.completions,
    "__generate": HelpVerb.generate,
  ]

  /// The names of the verbs that have an action.
  package static var names: Set<String> { Set(actions.keys) }

  /// Runs a verb, or prints the help that was asked for.
  package static func run(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let verb = context.command.verb
    switch context.command.help {
    case .short:
      context.terminal.data(HelpText.short(verb))
      return ExitStatus.success
    case .long:
      context.terminal.data(HelpText.long(verb))
      return ExitStatus.success
    case .none:
      guard let action = actions[verb.name] else {
        throw CommandFailure(
          code: "LH9001", "the verb `\(verb.name)` does nothing", exitStatus: ExitStatus.software)
      }
      return try await action(context)
    }
  }
}
