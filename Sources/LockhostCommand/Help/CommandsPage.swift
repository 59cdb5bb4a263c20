// SPDX-License-Identifier: MIT

/// `Docs/Commands.md`, made from the table.
package enum CommandsPage {
  /// The page.
  package static func markdown() -> String {
    var lines = [
      "<!-- Made by `lockhost __generate commands`; change the tables in Sources/LockhostCommand. -->",
      "# Commands",
      "",
      "Data goes to standard output, everything else to standard error. What is written without",
      "`--json` is for people and may change between versions. The fields of a session's record",
      "are in [Records](Records.md).",
      "",
      "| Verb | What it does |",
      "| --- | --- |",
    ]
    for verb in CommandTable.visibleVerbs {
      let anchor = "lockhost-" + verb.name.replacing(" ", with: "-")
      lines.append("| [`\(verb.name)`](#\(anchor)) | \(verb.short) |")
    }
    for verb in CommandTable.visibleVerbs { lines += section(verb) }
    lines += ["", "## Flags of every verb", ""] + CommandTable.commonFlags.map(item)
    lines += ["", "## Scripts", ""]
    lines += [
      "`launch --do SCRIPT` drives a session by steps, separated by `;` or newlines. A word with",
      "spaces is quoted with `\"` or `'`; `#` at the start of a word begins a comment. A step that",
      "cannot happen, because the guest ended or the time for it ran out, fails the run with exit",
      "status 1 and is named. A step that needs something waits for it: `press` for a handler of",
      "the buttons, `tap` for the element, `auth` for the request.",
      "", "| Step | Meaning |", "| --- | --- |",
    ]
    lines += ScriptStep.table.map {
      "| `\($0.usage.replacing("|", with: "\\|"))` | \($0.meaning) |"
    }
    lines += ["", "## Exit status", "", "| Status | Meaning |", "| --- | --- |"]
    lines += ExitStatus.table.map { "| \($0.status) | \($0.meaning) |" }
    lines += ["", "## Environment", "", "| Variable | Meaning |", "| --- | --- |"]
    lines += CommandEnvironment.table.map { "| `\($0.name)` | \($0.meaning) |" }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ verb: Verb) -> [String] {
    var lines = ["", "## lockhost \(verb.name)", "", "```", verb.usage, "```", ""]
    lines += HelpText.paragraphs(verb.long).flatMap { Wrapping.lines($0, width: 100) + [""] }
    lines += verb.flags.map(item)
    if !verb.flags.isEmpty { lines.append("") }
    lines.append("```sh")
    for example in verb.examples { lines += ["# " + example.says, example.command] }
    lines.append("```")
    return lines
  }

  private static func item(_ flag: Flag) -> String { "- `\(flag.spelling)`: \(flag.long)" }
}
