// SPDX-License-Identifier: MIT

/// Completion scripts for three shells, made from the table.
package enum Completions {
  /// The script for a shell; `nil` for one that is not known.
  package static func script(for shell: String) -> String? {
    switch shell {
    case "bash": bash()
    case "zsh": zsh()
    case "fish": fish()
    default: nil
    }
  }

  // MARK: bash

  private static func bash() -> String {
    var lines = [
      "# bash completion for lockhost; made by `lockhost completions bash`.",
      "_lockhost() {",
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}",
      "  local verb='' word",
      "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do",
      "    case $word in",
      "      --) return ;;",
      "      -*) ;;",
      "      *) case \"${verb:+$verb }$word\" in",
    ]
    let names = CommandTable.visibleVerbs.map(\.name)
    let prefixes = CommandTable.firstWords.filter { !names.contains($0) }
    lines.append("        \((names + prefixes).map(shellQuoted).joined(separator: "|"))")
    lines[lines.count - 1] += ") verb=${verb:+$verb }$word ;;"
    lines += ["      esac ;;", "    esac", "  done", "  case $verb in"]
    lines.append(
      "    '') COMPREPLY=($(compgen -W '\(CommandTable.firstWords.joined(separator: " "))"
        + " --help --version' -- \"$current\")); return ;;")
    for prefix in prefixes {
      let seconds = CommandTable.verbs(startingWith: prefix).compactMap(\.words.last)
      lines.append(
        "    \(prefix)) COMPREPLY=($(compgen -W '\(seconds.joined(separator: " "))'"
          + " -- \"$current\")); return ;;")
    }
    for verb in CommandTable.visibleVerbs { lines += bashVerb(verb) }
    lines += ["  esac", "}", "complete -o filenames -F _lockhost lockhost"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func bashVerb(_ verb: Verb) -> [String] {
    var lines = ["    \(shellQuoted(verb.name)))", "      case $previous in"]
    for flag in verb.allFlags {
      guard let value = flag.value else { continue }
      let names = ["--" + flag.name] + (flag.letter.map { ["-\($0)"] } ?? [])
      lines.append(
        "        \(names.joined(separator: "|"))) \(bashReply(value)); return ;;")
    }
    lines.append("      esac")
    let flags = verb.allFlags.map { "--" + $0.name }.joined(separator: " ")
    lines.append(
      "      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W '\(flags)' -- \"$current\"))")
    if verb.name == "help" {
      let words = CommandTable.firstWords.joined(separator: " ")
      lines.append("      else COMPREPLY=($(compgen -W '\(words)' -- \"$current\"))")
    } else if verb.takesCommand {
      lines.append("      else COMPREPLY=($(compgen -c -- \"$current\"))")
    } else if let operand = verb.operands.first {
      lines.append("      else \(bashReply(operand.value))")
    }
    lines += ["      fi ;;"]
    return lines
  }

  private static func bashReply(_ value: Flag.Value) -> String {
    switch value {
    case .choice(let words):
      "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\"))"
    case .file: "COMPREPLY=($(compgen -f -- \"$current\"))"
    case .folder: "COMPREPLY=($(compgen -d -- \"$current\"))"
    case .duration, .text: "COMPREPLY=()"
    }
  }

  // MARK: zsh

  private static func zsh() -> String {
    var lines = ["#compdef lockhost", "# Made by `lockhost completions zsh`.", "_lockhost() {"]
    lines += ["  local verb=${words[2]} second=${words[3]}", "  if (( CURRENT == 2 )); then"]
    lines.append("    local -a verbs=(")
    for word in CommandTable.firstWords {
      let short = CommandTable.verb(named: word)?.short ?? "\(word) …"
      lines.append("      \(shellQuoted(word + ":" + short.replacing(":", with: "\\:")))")
    }
    lines += [
      "    )", "    _describe verb verbs", "    return", "  fi", "  case \"$verb $second\" in",
    ]
    // Two-word verbs first, so that the one-word patterns, which end in a star, come after.
    let sorted = CommandTable.visibleVerbs.sorted { $0.words.count > $1.words.count }
    for verb in sorted {
      let pattern =
        verb.words.count == 2 ? shellQuoted(verb.name) : shellQuoted(verb.name + " ") + "*"
      lines.append("    \(pattern)) _arguments \\")
      for flag in verb.allFlags { lines.append("      " + zshFlag(flag) + " \\") }
      lines.append("      \(shellQuoted(zshOperand(verb))) ;;")
    }
    for prefix in CommandTable.firstWords where CommandTable.verb(named: prefix) == nil {
      let seconds = CommandTable.verbs(startingWith: prefix).compactMap(\.words.last)
      lines.append(
        "    \(shellQuoted(prefix + " "))*) compadd \(seconds.joined(separator: " ")) ;;")
    }
    lines += ["  esac", "}", "_lockhost \"$@\""]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func zshFlag(_ flag: Flag) -> String {
    let short = flag.short.replacing("[", with: "(").replacing("]", with: ")")
      .replacing(":", with: " -")
    let star = flag.isRepeatable ? "*" : ""
    let value = flag.value.map { ":" + zshValue($0) } ?? ""
    return shellQuoted("\(star)--\(flag.name)[\(short)]\(value)")
  }

  private static func zshValue(_ value: Flag.Value) -> String {
    switch value {
    case .choice(let words): "value:(\(words.joined(separator: " ")))"
    case .file: "file:_files"
    case .folder: "folder:_files -/"
    case .duration: "duration:"
    case .text(let name): name.lowercased().replacing("=", with: " ") + ":"
    }
  }

  private static func zshOperand(_ verb: Verb) -> String {
    if verb.takesCommand { return "*::command:_normal" }
    return "*:" + (verb.operands.first.map { zshValue($0.value) } ?? "nothing:")
  }

  // MARK: fish

  private static func fish() -> String {
    var lines = [
      "# fish completion for lockhost; made by `lockhost completions fish`.",
      "complete -c lockhost -f",
    ]
    for word in CommandTable.firstWords {
      let short = CommandTable.verb(named: word)?.short ?? "\(word) …"
      lines.append(
        "complete -c lockhost -n __fish_use_subcommand -a \(word) -d \(shellQuoted(short))")
    }
    for verb in CommandTable.visibleVerbs {
      var condition = "__fish_seen_subcommand_from \(verb.words[0])"
      if verb.words.count == 2 {
        lines.append(
          "complete -c lockhost -n '\(condition)' -a \(verb.words[1]) -d \(shellQuoted(verb.short))"
        )
        condition += "; and __fish_seen_subcommand_from \(verb.words[1])"
      }
      for flag in verb.allFlags {
        let letter = flag.letter.map { " -s \($0)" } ?? ""
        lines.append(
          "complete -c lockhost -n '\(condition)' -l \(flag.name)\(letter)"
            + "\(flag.value.map(fishValue) ?? "") -d \(shellQuoted(flag.short))")
      }
      for operand in verb.operands.prefix(1) {
        lines.append("complete -c lockhost -n '\(condition)'\(fishOperand(operand.value))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func fishValue(_ value: Flag.Value) -> String {
    switch value {
    case .choice(let words): " -x -a '\(words.joined(separator: " "))'"
    case .file: " -r -F"
    case .folder: " -x -a '(__fish_complete_directories)'"
    case .duration, .text: " -x"
    }
  }

  private static func fishOperand(_ value: Flag.Value) -> String {
    switch value {
    case .choice(let words): " -a '\(words.joined(separator: " "))'"
    case .file: " -F"
    case .folder: " -a '(__fish_complete_directories)'"
    case .duration, .text: " -f"
    }
  }

  private static func shellQuoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
