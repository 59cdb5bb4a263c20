// SPDX-License-Identifier: MIT

import LockhostPolicy

/// `policy diff`: the calls and arguments that two policies answer differently.
enum PolicyDiffVerb {
  static func run(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let first = try NamedPolicy.operand(context, 0)
    let second = try NamedPolicy.operand(context, 1)
    let difference = PolicyDifference(
      from: try first.outline().table, to: try second.outline().table)
    context.answer(DifferenceRecord(difference, first.word, second.word)) {
      lines(difference, context.terminal)
    }
    return difference.isEmpty ? ExitStatus.success : ExitStatus.failure
  }

  /// `+` for what the second policy admits, `-` for what it refuses, `~` for other refusals.
  private static func lines(_ difference: PolicyDifference, _ terminal: Terminal) -> [String] {
    var lines: [String] = []
    for entry in difference.admissions {
      let isMore = entry.side == .second
      let mark = terminal.paintOutput(isMore ? "+" : "-", isMore ? .warning : .good)
      let rest = entry.isNew ? "" : ", beyond what the other admits"
      lines.append("\(mark) \(entry.call.name)\(rest)")
      for rule in entry.rules { lines += ["    \(rule)"] }
      if !entry.isNew || entry.rules.contains(where: { $0.contains(": ") }) {
        lines.append("    such as \(PolicyDiffVerb.example(entry)): \(entry.refusal.text) there")
      }
    }
    for change in difference.refusals {
      let names = change.calls.map(\.name).joined(separator: " ")
      lines.append("~ \(change.first.text) becomes \(change.second.text)")
      lines += Wrapping.lines(names, width: HelpText.width - 4).map { "    " + $0 }
    }
    return lines
  }

  static func example(_ entry: PolicyDifference.Admission) -> String {
    let arguments = entry.call.describe(entry.example).joined(separator: ", ")
    return "\(entry.call.name)(\(arguments))"
  }
}

/// What `policy diff --json` prints.
private struct DifferenceRecord: Encodable {
  struct Admission: Encodable {
    let syscall: String
    /// `added` when the second policy admits it, `removed` when the first does.
    let change: String
    let rules: [String]
    let example: String
    let refusal: String
  }

  struct RefusalChange: Encodable {
    let first: String
    let second: String
    let syscalls: [String]
  }

  let schema = "lockhost.policy-diff/1"
  let first: String
  let second: String
  let equivalent: Bool
  let admissions: [Admission]
  let refusals: [RefusalChange]

  init(_ difference: PolicyDifference, _ first: String, _ second: String) {
    self.first = first
    self.second = second
    equivalent = difference.isEmpty
    admissions = difference.admissions.map {
      Admission(
        syscall: $0.call.name, change: $0.side == .second ? "added" : "removed", rules: $0.rules,
        example: PolicyDiffVerb.example($0), refusal: $0.refusal.text)
    }
    refusals = difference.refusals.map {
      RefusalChange(
        first: $0.first.text, second: $0.second.text, syscalls: $0.calls.map(\.name))
    }
  }
}
