// SPDX-License-Identifier: MIT

import LockhostExec
import LockhostSandbox
import LockhostSystem

/// `exec`: any program inside the extension's sandbox.
enum ExecVerb {
  static func run(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    var meaning = try ExecMeaning(context)
    meaning.sandbox.cache = context.filterCache
    let outcome = try await outcome(of: meaning)
    if let error = outcome.outputFailure { context.terminal.outputFailed(error) }
    report(outcome, meaning, context)
    return outcome.exitStatus
  }

  private static func outcome(
    of meaning: ExecMeaning
  ) async throws(CommandFailure) -> ExecRun.Outcome {
    let input: ExecInput
    do throws(SystemError) {
      input = try ExecInput()
    } catch {
      throw CommandFailure(SandboxError.system(error))
    }
    return try await outcome(of: meaning, reading: input)
  }

  /// Runs the program to its end.
  static func outcome(
    of meaning: ExecMeaning, reading input: ExecInput?, output: Int32 = 1
  ) async throws(CommandFailure) -> ExecRun.Outcome {
    let run: ExecRun
    do throws(SandboxError) {
      run = try await ExecRun(
        meaning.program, arguments: meaning.arguments, in: meaning.sandbox, input: input)
    } catch {
      throw CommandFailure(error)
    }
    do throws(SystemError) {
      return try await run.finish(output: output)
    } catch {
      throw CommandFailure(SandboxError.system(error))
    }
  }

  private static func report(
    _ outcome: ExecRun.Outcome, _ meaning: ExecMeaning, _ context: CommandContext
  ) {
    let terminal = context.terminal
    for line in ExecReport(outcome).notices(paint: terminal.paint(_:as:)) { terminal.say(line) }
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
    ExecReport(outcome).failure(time: meaning.sandbox.time.map(DurationText.describe)).map {
      CommandFailure(
        code: $0.code, $0.message, help: $0.help, exitStatus: outcome.exitStatus)
    }
  }
}
