// SPDX-License-Identifier: MIT

/// Everything that the command line understands, once.
///
/// The parser, `-h`, `--help`, `lockhost help`, the manual page, the completions of three shells
/// and `Docs/Commands.md` are made from these values; nothing else lists verbs or flags.
package enum CommandTable {
  /// Every verb, in the order of the overview.
  package static let verbs: [Verb] = [
    runVerbs, authorVerbs, checkVerbs, lookVerbs, policyVerbs, conformanceVerbs, deviceVerbs,
    controlVerbs, lifeVerbs, hiddenVerbs,
  ].flatMap(\.self)

  /// The verbs that people are told about.
  package static var visibleVerbs: [Verb] { verbs.filter { $0.category != .hidden } }

  /// The flags of every verb.
  package static let commonFlags: [Flag] = [
    Flag(
      "json", .output, "write the result as JSON on standard output",
      """
      Write the result as JSON on standard output: one object, on one line, with a "schema" that \
      names its kind and version. Fields are only ever added within a version. What is written \
      without this flag is for people and may change.
      """),
    Flag(
      "color", value: .choice(["auto", "always", "never"]), .output, "when to use colour",
      """
      When to use colour. "auto" is on a terminal only, and never when NO_COLOR is set or TERM is \
      "dumb".
      """),
    Flag("quiet", letter: "q", .output, "say nothing but errors on standard error"),
    Flag("verbose", letter: "v", .output, "say more on standard error"),
    Flag(
      "set", value: .folder, .place, "keep all state under DIR",
      """
      Keep all state under DIR instead of $LOCKHOST_HOME, $XDG_STATE_HOME/lockhost or \
      ~/.local/state/lockhost. Two runs with different folders know nothing of each other.
      """),
    Flag(
      "device", value: .text("NAME"), .place, "use the simulated device of this name",
      """
      Use the simulated device of this name, which is made when it is first used. The default is \
      "default"; LOCKHOST_DEVICE in the environment changes that.
      """),
    Flag(
      "help", letter: "h", .output, "explain the verb: -h in short, --help at length",
      "Explain the verb: -h in short, --help with examples and everything there is to say."),
  ]

  /// The verb of this name, which may be several words.
  package static func verb(named name: String) -> Verb? { verbs.first { $0.name == name } }

  /// The verbs that begin with this word, such as `sessions list` and `sessions show`.
  package static func verbs(startingWith word: String) -> [Verb] {
    verbs.filter { $0.words.first == word }
  }

  /// First words, each once, in order.
  package static var firstWords: [String] {
    var seen: Set<String> = []
    return visibleVerbs.compactMap(\.words.first).filter { seen.insert($0).inserted }
  }
}
