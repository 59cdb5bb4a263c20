// SPDX-License-Identifier: MIT

import LockhostSandbox
import LockhostSystem

/// `exec`: any program inside the extension's sandbox.
enum ExecVerb {
  static func run(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    var meaning = try ExecMeaning(context)
    meaning.sandbox.cache = context.filterCache
    do throws(SystemError) {
      meaning.sandbox.input = try ExecInput.descriptor()
    } catch {
      throw CommandFailure(SandboxError.system(error))
    }
    let outcome: ExecRun.Outcome
    do throws(SandboxError) {
      outcome = try await ExecRun(signals: SignalWatch.stream()).run(meaning)
    } catch {
      throw CommandFailure(error)
    }
    if let error = outcome.outputFailure { context.terminal.outputFailed(error) }
    report(outcome, meaning, context)
    return outcome.exitStatus
  }

  private static func report(
    _ outcome: ExecRun.Outcome, _ meaning: ExecMeaning, _ context: CommandContext
  ) {
    let terminal = context.terminal
    if outcome.end.tier != .full {
      terminal.say(
        terminal.paint("warning", .warning) + ": the sandbox is in tier "
          + outcome.end.tier.rawValue)
    }
    if let left = outcome.end.exit.container?.leftovers, left > 0 {
      terminal.say(
        terminal.paint("warning", .warning)
          + "[LH3021]: \(left) entries of the program's container could not be removed")
    }
    for violation in outcome.end.violations {
      let times = violation.count == 1 ? "" : "  \(violation.count) times"
      let source = violation.source.map { "  at \(FailureText.printable($0))" } ?? ""
      terminal.say(
        terminal.paint("denied  ", .warning) + FailureText.printable(violation.call)
          + "  \(violation.recordedAction)  rule \(violation.rule)\(times)\(source)")
    }
    let failure = failure(outcome, meaning)
    if let failure {
      for line in FailureText.lines(failure, on: terminal) { terminal.complain(line) }
    }
    guard terminal.style.isJSON else { return }
    if outcome.endsInLine { terminal.data("") }
    terminal.data(JSONLine.encode(ExecRecord(outcome, failure)))
  }

  /// What went wrong, where something did.
  static func failure(
    _ outcome: ExecRun.Outcome, _ meaning: ExecMeaning
  ) -> CommandFailure? {
    switch outcome.end.reason {
    case .limit(.time):
      CommandFailure(
        code: "LH5014",
        "the program ran longer than "
          + (meaning.sandbox.time.map(DurationText.describe) ?? "allowed"),
        help: ["`--limit time=…` gives it more"], exitStatus: outcome.exitStatus)
    case .limit(let limit):
      CommandFailure(
        code: "LH2004", "the program met its limit `\(limit.rawValue)` and was killed",
        help: ["`--limit \(limit.rawValue)=…` gives it more"], exitStatus: outcome.exitStatus)
    case .violation:
      CommandFailure(
        code: "LH2002", "the program was killed for a call that only an attacker makes",
        help: outcome.end.violations.isEmpty
          ? ["it spoke to the kernel by another machine's convention"]
          : ["the call is the last one listed above"], exitStatus: outcome.exitStatus)
    case .flood:
      CommandFailure(
        code: "LH2008", "the program was killed: it would not stop making refused calls",
        exitStatus: outcome.exitStatus)
    case .lost:
      CommandFailure(
        code: "LH2005", "something else killed the program and its sandbox",
        exitStatus: outcome.exitStatus)
    case .exited, .signaled, .stopped: nil
    }
  }
}
