// SPDX-License-Identifier: MIT

/// The manual page `lockhost(1)`, made from the table.
package enum ManualPage {
  /// The page as roff for `man(7)`.
  package static func roff() -> String {
    var lines = [
      #".\" Made by `lockhost __generate manual`; change the tables instead."#,
      #".TH LOCKHOST 1 "" "lockhost \#(escaped(CommandVersion.text))" "lockhost""#,
      ".SH NAME",
      #"lockhost \- run camera capture extensions, sandboxed, as a locked phone does"#,
      ".SH SYNOPSIS",
      #".B lockhost"#,
      ".I VERB",
      "[FLAGS]",
      ".SH DESCRIPTION",
      "lockhost decides from a simulated phone's lock state what to start, starts capture",
      "extensions as sandboxed processes, gives them a camera and the phone's buttons, ends those",
      "that do not behave, wipes what they leave and hands over what they captured.",
      ".PP",
      "Data goes to standard output, everything else to standard error. What is written without",
      #"\fB\-\-json\fR is for people and may change. lockhost never uses the network."#,
      ".SH VERBS",
    ]
    for verb in CommandTable.visibleVerbs { lines += section(verb) }
    lines += [".SH COMMON FLAGS"] + CommandTable.commonFlags.flatMap(item)
    lines += [".SH SCRIPTS"]
    lines += [
      "The steps of \\fBlaunch \\-\\-do\\fR are separated by semicolons or newlines. A word"
    ]
    lines += ["with spaces is quoted; \\fB#\\fR begins a comment."]
    for step in ScriptStep.table {
      lines += [".TP", bold(step.usage), escaped(step.meaning)]
    }
    lines += [".SH EXIT STATUS"]
    for entry in ExitStatus.table { lines += [".TP", bold(entry.status), escaped(entry.meaning)] }
    lines += [".SH ENVIRONMENT"]
    for variable in CommandEnvironment.table {
      lines += [".TP", bold(variable.name), escaped(variable.meaning)]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ verb: Verb) -> [String] {
    var lines = [".SS " + quoted(verb.usage)]
    for (index, paragraph) in HelpText.paragraphs(verb.long).enumerated() {
      if index > 0 { lines.append(".PP") }
      lines.append(escaped(paragraph))
    }
    lines += verb.flags.flatMap(item)
    for example in verb.examples {
      lines += [".PP", escaped(example.says) + ":", ".PP", ".nf", ".RS"]
      lines += [escaped(example.command), ".RE", ".fi"]
    }
    return lines
  }

  private static func item(_ flag: Flag) -> [String] {
    [".TP", bold(flag.spelling), escaped(flag.long)]
  }

  private static func bold(_ text: String) -> String { "\\fB" + escaped(text) + "\\fR" }

  private static func quoted(_ text: String) -> String {
    "\"" + escaped(text).replacing("\"", with: "\\(dq") + "\""
  }

  /// Text that roff prints as it is: backslashes, dashes, and no command at a line's start.
  private static func escaped(_ text: String) -> String {
    let body = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("\n", with: " ")
    return body.hasPrefix(".") || body.hasPrefix("'") ? "\\&" + body : body
  }
}
