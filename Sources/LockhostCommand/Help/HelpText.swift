// SPDX-License-Identifier: MIT

/// Help for people on a terminal, made from the table.
package enum HelpText {
  /// What `lockhost` and `lockhost help` print: the verbs by category.
  package static func overview() -> String {
    var lines = [
      "lockhost runs a camera app's capture extension on Linux, as a phone does from its locked",
      "screen: sandboxed, watched, and with a reason for every refusal.",
      "",
      "Usage: lockhost VERB [FLAGS]",
    ]
    for category in Verb.Category.allCases where category != .hidden {
      let verbs = CommandTable.visibleVerbs.filter { $0.category == category }
      lines += ["", category.rawValue + ":"]
      lines += columns(verbs.map { ($0.name, $0.short) })
    }
    lines += ["", "Try:"]
    lines += ["  " + (CommandTable.verb(named: "launch")?.examples.first?.command ?? "")]
    lines += [
      "",
      "`lockhost help VERB` explains a verb, examples first. lockhost never uses the network.",
    ]
    return lines.joined(separator: "\n")
  }

  /// What `-h` prints: usage and one line for each flag.
  package static func short(_ verb: Verb) -> String {
    var lines = ["lockhost \(verb.name): \(verb.short)", "", "Usage: \(verb.usage)"]
    for (category, flags) in grouped(verb) {
      lines += ["", category.rawValue + ":"]
      lines += columns(flags.map { ($0.spelling, $0.short) })
    }
    lines += ["", "`lockhost help \(verb.name)` has examples and says more."]
    return lines.joined(separator: "\n")
  }

  /// What `--help` and `lockhost help VERB` print: examples first, then everything.
  package static func long(_ verb: Verb) -> String {
    var lines = ["lockhost \(verb.name): \(verb.short)"]
    if !verb.examples.isEmpty { lines += ["", "Examples:"] }
    for example in verb.examples {
      lines += ["  " + example.says + ":"]
      lines += commandLines(example.command)
    }
    lines += ["", "Usage: \(verb.usage)", ""]
    lines += paragraphs(verb.long).flatMap { Wrapping.lines($0, width: width) + [""] }.dropLast()
    if verb.name == "launch" { lines += ["", "Scripts:"] + scriptLines() }
    for (category, flags) in grouped(verb) {
      lines += ["", category.rawValue + ":"]
      for flag in flags {
        lines.append("  " + flag.spelling)
        lines += Wrapping.lines(flag.long, width: width - 6).map { "      " + $0 }
      }
    }
    if ["launch", "exec"].contains(verb.name) {
      lines += ["", "Exit status:"]
      lines += columns(ExitStatus.table.map { ($0.status, $0.meaning) })
    }
    return lines.joined(separator: "\n")
  }

  /// A command of an example, continued with `\` where it is too long for a line.
  private static func commandLines(_ command: String) -> [String] {
    var lines: [String] = []
    var line: [Substring] = []
    var isQuoted = false
    // A quoted word is never broken.
    let words = command.split { character in
      if character == "'" { isQuoted.toggle() }
      return character == " " && !isQuoted
    }
    for word in words {
      if 6 + line.joined(separator: " ").count + 1 + word.count > width - 2 {
        // A flag stays with its value.
        let flag = line.last?.hasPrefix("--") == true ? line.popLast() : nil
        lines.append(line.joined(separator: " ") + " \\")
        line = flag.map { [$0] } ?? []
      }
      line.append(word)
    }
    lines.append(line.joined(separator: " "))
    return lines.enumerated().map { ($0 == 0 ? "    " : "      ") + $1 }
  }

  static let width = 80

  static func grouped(_ verb: Verb) -> [(Flag.Category, [Flag])] {
    Flag.Category.allCases.compactMap { category in
      let flags = verb.allFlags.filter { $0.category == category }
      return flags.isEmpty ? nil : (category, flags)
    }
  }

  static func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n\n", omittingEmptySubsequences: true).map {
      $0.split(separator: "\n").joined(separator: " ")
    }
  }

  private static func scriptLines() -> [String] {
    columns(ScriptStep.table.map { ($0.usage, $0.meaning) })
  }

  /// Two columns; a left side that is too wide stands on a line of its own.
  static func columns(_ rows: [(String, String)]) -> [String] {
    let indent = min(26, (rows.map(\.0.count).max() ?? 0) + 4)
    return rows.flatMap { left, right in
      let body = Wrapping.lines(right, width: width - indent)
      let padding = String(repeating: " ", count: indent)
      guard left.count + 4 <= indent else {
        return ["  " + left] + body.map { padding + $0 }
      }
      let head = ("  " + left).padded(to: indent) + (body.first ?? "")
      return [head] + body.dropFirst().map { padding + $0 }
    }
  }
}
