// SPDX-License-Identifier: MIT

import LockhostExec
import LockhostPolicy
import LockhostSandbox

/// `policy record`: runs a program under a policy that is wide, and proposes the smallest that would
/// have done.
enum PolicyRecordVerb {
  static func run(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    var meaning = try ExecMeaning(context, policy: "program")
    meaning.sandbox.recordsCalls = true
    // Standard output is the proposal's alone.
    let outcome = try await ExecVerb.outcome(of: meaning, reading: nil, output: 2)
    let name = meaning.program.split(separator: "/").last.map(String.init) ?? ""
    let command = context.command.command.joined(separator: " ")
    let proposal = PolicyProposal(
      name: name, summary: "what `\(FailureText.printable(command))` was seen to need",
      calls: outcome.calls, under: try outline(of: meaning.sandbox.policy))
    if let error = outcome.outputFailure { context.terminal.outputFailed(error) }
    report(outcome, meaning, context)
    context.answer(ProposalRecord(proposal, outcome)) {
      proposal.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .map(String.init)
    }
    return outcome.exitStatus
  }

  /// The policy as the sandbox widened it.
  private static func outline(of policy: Policy) throws(CommandFailure) -> PolicyOutline {
    var policy = policy
    policy.allow(.libraries)
    do throws(PolicyError) {
      return try PolicySource(parsing: policy.text).outline()
    } catch {
      throw CommandFailure(FilterError.policy(error))
    }
  }

  private static func report(
    _ outcome: ExecRun.Outcome, _ meaning: ExecMeaning, _ context: CommandContext
  ) {
    let terminal = context.terminal
    for line in ExecReport(outcome).notices(paint: terminal.paint(_:as:)) { terminal.say(line) }
    if let failure = ExecVerb.failure(outcome, meaning) {
      for line in FailureText.lines(failure, on: terminal) { terminal.complain(line) }
    }
    guard outcome.exitStatus != 0 else { return }
    terminal.say(
      terminal.paint("warning", .warning)
        + "[LH3013]: the program ended with \(outcome.exitStatus), so the proposal is for as much "
        + "as it did")
  }
}

/// What `policy record --json` prints.
private struct ProposalRecord: Encodable {
  struct Group: Encodable {
    let title: String
    let statements: [String]
  }

  let schema = "lockhost.policy-record/1"
  let name: String
  let text: String
  let groups: [Group]
  let refused: [String]
  let tier: String
  let exitStatus: Int32

  init(_ proposal: PolicyProposal, _ outcome: ExecRun.Outcome) {
    name = proposal.name
    text = proposal.text
    groups = proposal.groups.map {
      Group(title: $0.title, statements: $0.statements.map(\.text))
    }
    refused = proposal.refused
    tier = outcome.end.tier.rawValue
    exitStatus = outcome.exitStatus
  }
}
