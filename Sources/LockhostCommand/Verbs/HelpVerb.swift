// SPDX-License-Identifier: MIT

/// `help`, `completions` and the hidden `__generate`: what is made from the tables.
enum HelpVerb {
  static func run(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let words = context.command.operands
    guard let first = words.first else {
      context.terminal.data(HelpText.overview())
      return ExitStatus.success
    }
    if let article = ErrorArticle.article(first), words.count == 1 {
      for line in ExplainVerb.lines(article, context.terminal) { context.terminal.data(line) }
      return ExitStatus.success
    }
    let name = words.joined(separator: " ")
    let verbs =
      CommandTable.verb(named: name).map { [$0] }
      ?? (words.count == 1 ? CommandTable.verbs(startingWith: first) : [])
    guard !verbs.isEmpty else {
      throw .usage(
        "LH5001", "there is no verb `\(name)`",
        help: Suggestion.help(
          for: name, among: CommandTable.visibleVerbs.map(\.name) + CommandTable.firstWords))
    }
    context.terminal.data(verbs.map(HelpText.long).joined(separator: "\n\n"))
    return ExitStatus.success
  }

  static func completions(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let script = context.command.operands.first.flatMap(Completions.script(for:))
    context.terminal.data((script ?? "").trimmingNewline)
    return ExitStatus.success
  }

  static func generate(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let page =
      switch context.command.operands.first {
      case "manual": ManualPage.roff()
      case "commands": CommandsPage.markdown()
      case "entry-points": EntryPointsPage.markdown()
      default: ErrorsPage.markdown()
      }
    context.terminal.data(page.trimmingNewline)
    return ExitStatus.success
  }
}

extension String {
  /// The text without its last newline, which printing adds again.
  fileprivate var trimmingNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}
