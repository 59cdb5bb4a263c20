// SPDX-License-Identifier: MIT

import Lockhost
import LockhostDevice
import LockhostExec

/// `launch`: decides, starts, follows, and says how it went.
enum LaunchVerb {
  static func run(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    try await run(try LaunchMeaning(context), context)
  }

  /// Starts what a launch means, follows it, and says how it went.
  static func run(
    _ asked: LaunchMeaning, _ context: CommandContext
  ) async throws(CommandFailure) -> Int32 {
    var meaning = asked
    let host = try HostProvider.make(context)
    if meaning.isDryRun { return try await dryRun(meaning, host, context) }

    let isInteractive =
      meaning.script == nil && Keyboard.isThere(environment: context.environment)
    meaning.request.keepsApp = isInteractive
    // Nothing is to wait for an answer that cannot come.
    let isAnswered =
      isInteractive || meaning.script?.answersAuthentication == true
      || context.command.value("auth") == "ask"
    if !isAnswered, meaning.request.authentication == nil {
      meaning.request.authentication = .cancel
    }
    let signals = SignalWatch.stream()
    let session = try await host.start(meaning.request)
    let console = SessionConsole(
      session: session, terminal: context.terminal, script: meaning.script,
      stepTimeout: meaning.stepTimeout, isInteractive: isInteractive, signals: signals)
    return try conclude(await console.follow(), meaning, context)
  }

  // MARK: Dry run

  private static func dryRun(
    _ meaning: LaunchMeaning, _ host: any SessionHosting, _ context: CommandContext
  ) async throws(CommandFailure) -> Int32 {
    let report = try await host.decide(meaning.request)
    let isMet = meets(report.decision, meaning.request.requirement)
    let record = DecisionRecord(
      decision: report.decision, policy: report.policy, requirementMet: isMet)
    context.answer(record) {
      var lines = [report.decision.summary]
      lines += DecisionText.lines(report.decision, paint: context.terminal.paintOutput)
        .map { "  " + $0 }
      if !report.policy.isEmpty {
        lines += ["", context.terminal.paintOutput("policy", .strong)]
        lines += report.policy.split(separator: "\n").map { "  " + $0 }
      }
      return lines
    }
    guard !isMet else { return ExitStatus.success }
    let failure = otherDecision(report.decision, context, withRules: false)
    for line in FailureText.lines(failure, on: context.terminal) { context.terminal.complain(line) }
    return ExitStatus.otherDecision
  }

  private static func meets(
    _ decision: LaunchDecision, _ requirement: LaunchRequest.Target?
  ) -> Bool {
    requirement.map { $0.rawValue == decision.target.rawValue } ?? true
  }

  private static func otherDecision(
    _ decision: LaunchDecision, _ context: CommandContext, withRules: Bool
  ) -> CommandFailure {
    let article = decision.code.flatMap(ErrorArticle.article)
    let rules =
      withRules ? DecisionText.lines(decision, paint: { text, _ in text }) : []
    return CommandFailure(
      code: decision.code ?? "LH5010",
      decision.summary, details: rules,
      help: (article?.steps ?? []) + ["drop `--require` to accept what the device decides"],
      exitStatus: ExitStatus.otherDecision)
  }

  // MARK: The end

  private static func conclude(
    _ result: SessionConsole.Result, _ meaning: LaunchMeaning, _ context: CommandContext
  ) throws(CommandFailure) -> Int32 {
    var record = result.outcome.record
    // A step that fails because the session is over comes too late for the stored record.
    record.failedStep = record.failedStep ?? result.failedStep?.recorded
    let terminal = context.terminal
    let line = JSONLine.encode(record)
    if !terminal.style.isJSON {
      for line in OutcomeText.lines(record, paint: terminal.paintOutput) { terminal.data(line) }
    }
    var failures: [CommandFailure] = []
    let isOther =
      record.reason == .notLaunched && !meets(record.decision, meaning.request.requirement)
    if isOther {
      failures.append(otherDecision(record.decision, context, withRules: true))
    } else if let failure = OutcomeText.failure(record, exitStatus: result.outcome.exitStatus) {
      failures.append(failure)
    }
    if let failedStep = result.failedStep { failures.append(failedStep.failure) }
    for failure in failures {
      for line in FailureText.lines(failure, on: terminal) { terminal.complain(line) }
    }
    // The record is the last line of all, whatever else went wrong.
    let written = Result { () throws(CommandFailure) in try meaning.recordFile?.write(line) }
    if terminal.style.isJSON { terminal.data(line) }
    if case .failure(let failure) = written {
      for line in FailureText.lines(failure, on: terminal) { terminal.complain(line) }
      return failure.exitStatus
    }
    if isOther { return ExitStatus.otherDecision }
    // Who presses Ctrl-C has ended the script too.
    if record.reason == .interrupted, record.code != SessionEndCode.permissionRevoked.rawValue {
      return 128 + (result.signal ?? 2)
    }
    return result.failedStep == nil ? result.outcome.exitStatus : ExitStatus.failure
  }
}
