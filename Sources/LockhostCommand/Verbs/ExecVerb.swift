// SPDX-License-Identifier: MIT

import LockhostSandbox
import LockhostSystem

/// `exec`: any program inside the extension's sandbox.
enum ExecVerb {
  static func run(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let meaning = try ExecMeaning(context)
    let spawner: Spawner
    do throws(SystemError) {
      spawner = try Spawner()
    } catch {
      throw CommandFailure(SandboxError.system(error))
    }
    let runner = ExecRun(spawner: spawner, signals: SignalWatch.stream())
    let outcome = try await TierSearch.first(weakest: meaning.tier) {
      tier throws(CommandFailure) in
      let sandbox = try ExecSandbox(meaning, tier: tier)
      do throws(SandboxError) {
        return try await runner.run(sandbox, time: meaning.time)
      } catch {
        throw CommandFailure(error)
      }
    }
    report(outcome, meaning, context)
    return outcome.exitStatus
  }

  private static func report(
    _ outcome: ExecRun.Outcome, _ meaning: ExecMeaning, _ context: CommandContext
  ) {
    let terminal = context.terminal
    if outcome.tier != .full {
      terminal.say(
        terminal.paint("warning", .warning) + ": the sandbox is in tier \(outcome.tier.rawValue)")
    }
    for violation in outcome.violations {
      let times = violation.count == 1 ? "" : "  \(violation.count) times"
      terminal.say(
        terminal.paint("denied  ", .warning) + FailureText.printable(violation.call)
          + "  \(violation.recordedAction)  rule \(violation.rule)\(times)")
    }
    if let failure = failure(outcome, meaning) {
      for line in FailureText.lines(failure, on: terminal) { terminal.complain(line) }
    }
    guard terminal.style.isJSON else { return }
    if outcome.endsInLine { terminal.data("") }
    terminal.data(JSONLine.encode(ExecRecord(outcome)))
  }

  private static func failure(
    _ outcome: ExecRun.Outcome, _ meaning: ExecMeaning
  ) -> CommandFailure? {
    switch outcome.intervention {
    case .time:
      CommandFailure(
        code: "LH5014",
        "the program ran longer than \(meaning.time.map(DurationText.describe) ?? "allowed")",
        help: ["`--limit time=…` gives it more"], exitStatus: outcome.exitStatus)
    case .attack:
      CommandFailure(
        code: "LH2002", "the program was killed for a call that only an attacker makes",
        help: ["the call is the last one listed above"], exitStatus: outcome.exitStatus)
    case .flood:
      CommandFailure(
        code: "LH2008", "the program was killed: it would not stop making refused calls",
        exitStatus: outcome.exitStatus)
    case .interrupted, nil: nil
    }
  }
}

/// What `exec --json` prints last.
private struct ExecRecord: Encodable {
  struct Refused: Encodable {
    let syscall: String
    let arguments: [String]
    let action: String
    let rule: String
    let count: Int
  }

  let schema = "lockhost.exec/1"
  let exitStatus: Int32
  let reason: String
  let status: Int32?
  let signal: Int32?
  let tier: String
  let violations: [Refused]
  let spawnedToExecutedMicroseconds: Int
  let maxResidentBytes: Int?
  let userMicroseconds: Int?
  let systemMicroseconds: Int?

  init(_ outcome: ExecRun.Outcome) {
    exitStatus = outcome.exitStatus
    tier = outcome.tier.rawValue
    switch outcome.exit.status {
    case .exited(let code): (status, signal) = (code, nil)
    case .signaled(let number, _): (status, signal) = (nil, number)
    case .killed: (status, signal) = (nil, 9)
    }
    reason =
      switch (outcome.intervention, outcome.exit.status) {
      case (.time, _): "limit"
      case (.attack, _), (.flood, _): "violation"
      case (.interrupted, _): "interrupted"
      case (nil, .exited): "exited"
      case (nil, .signaled): "crashed"
      case (nil, .killed): "host-error"
      }
    violations = outcome.violations.map {
      Refused(
        syscall: $0.syscall, arguments: $0.arguments, action: $0.recordedAction, rule: $0.rule,
        count: $0.count)
    }
    spawnedToExecutedMicroseconds = Int(outcome.spawnToExecute / .microseconds(1))
    maxResidentBytes = outcome.exit.resources?.maximumResidentBytes
    userMicroseconds = outcome.exit.resources?.userMicroseconds
    systemMicroseconds = outcome.exit.resources?.systemMicroseconds
  }
}
