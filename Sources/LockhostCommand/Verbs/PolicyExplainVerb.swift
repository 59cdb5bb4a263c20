// SPDX-License-Identifier: MIT

import LockhostPolicy

/// `policy explain`: what a policy answers for one call, for which arguments, and by which line.
enum PolicyExplainVerb {
  static func run(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let word = context.command.operands.first ?? ""
    let call: Syscall
    do throws(PolicyError) {
      call = try CallExplanation.call(spelled: word)
    } catch {
      throw .usage(
        "LH5015", "there is no system call `\(word)`",
        help: error.suggestion.map { ["did you mean `\($0)`?"] } ?? [],
        verb: context.command.verb)
    }
    let named = try NamedPolicy(context.command.value("policy") ?? "capture")
    let explanation = CallExplanation(of: call, in: try named.outline())
    context.answer(CallRecord(explanation, policy: named.source.policy.name)) {
      lines(explanation, named.source.policy.name, context.terminal)
    }
    return ExitStatus.success
  }

  private static func lines(
    _ explanation: CallExplanation, _ policy: String, _ terminal: Terminal
  ) -> [String] {
    let call = explanation.call
    let arguments = call.arguments.map(\.name).joined(separator: ", ")
    var lines = [terminal.paintOutput("\(call.name)(\(arguments)), number \(call.number)", .strong)]
    lines += Wrapping.lines(
      call.concern ?? "An ordinary call: nothing about it is dangerous by itself.",
      width: HelpText.width - 2
    ).map { "  " + $0 }
    lines += ["", terminal.paintOutput("Under the policy \(policy)", .strong)]
    for admission in explanation.admissions {
      let intent = admission.intent.map { ", allow \($0)" } ?? ""
      lines.append(
        "  " + terminal.paintOutput("allowed", .good) + "  "
          + (admission.condition ?? "with any arguments"))
      lines.append("           by \(admission.origin.text)\(intent)")
      if let reason = admission.reason {
        lines.append("           because \(FailureText.printable(reason))")
      }
    }
    if let refusal = explanation.refusal {
      let place = refusal.origin.map { "by \($0.text): " } ?? "without a line: "
      lines.append(
        "  " + terminal.paintOutput("refused", .bad) + "  "
          + (explanation.admissions.isEmpty ? "always" : "otherwise")
          + ", \(meaning(of: refusal.refusal))")
      lines.append("           \(place)\(refusal.rule)")
    }
    let kinds = call.arguments.filter { !$0.kind.constants.isEmpty }
    if terminal.style.isVerbose, !kinds.isEmpty {
      lines += ["", terminal.paintOutput("Constants", .strong)]
      lines += HelpText.columns(
        kinds.map { ($0.name, $0.kind.constants.map(\.name).joined(separator: " ")) })
    }
    if !explanation.intents.isEmpty {
      let words = explanation.intents.map { $0.name + ($0.isDangerous ? " (dangerous)" : "") }
      lines += ["", "Intents that admit it: " + words.joined(separator: ", ")]
    }
    if !explanation.groups.isEmpty {
      lines.append(
        "Groups that it is in: " + explanation.groups.map(\.name).joined(separator: ", "))
    }
    return lines
  }

  static func meaning(of refusal: Refusal) -> String {
    switch refusal {
    case .errno(let number): "with \(number), and nobody is told"
    case .report(let number): "with \(number), and recorded"
    case .kill: "and the whole guest dies"
    }
  }
}

/// What `policy explain --json` prints.
private struct CallRecord: Encodable {
  struct Admission: Encodable {
    let condition: String?
    let intent: String?
    let reason: String?
    let policy: String
    let line: Int?
  }

  struct Refused: Encodable {
    let answer: String
    let rule: String
    let policy: String?
    let line: Int?
  }

  let schema = "lockhost.policy-call/1"
  let policy: String
  let syscall: String
  let number: UInt32
  let arguments: [String]
  let concern: String?
  let allowed: [Admission]
  let refused: Refused?
  let intents: [String]
  let groups: [String]

  init(_ explanation: CallExplanation, policy: String) {
    self.policy = policy
    syscall = explanation.call.name
    number = explanation.call.number
    arguments = explanation.call.arguments.map(\.name)
    concern = explanation.call.concern
    allowed = explanation.admissions.map {
      Admission(
        condition: $0.condition, intent: $0.intent, reason: $0.reason, policy: $0.origin.policy,
        line: $0.origin.line)
    }
    refused = explanation.refusal.map {
      Refused(
        answer: $0.refusal.text, rule: $0.rule, policy: $0.origin?.policy, line: $0.origin?.line)
    }
    intents = explanation.intents.map(\.name)
    groups = explanation.groups.map(\.name)
  }
}
