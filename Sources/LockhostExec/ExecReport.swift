// SPDX-License-Identifier: MIT

import LockhostSandbox

/// What people are told of a program that ran in the sandbox.
package struct ExecReport {
  /// What ended the program, where that was not its own doing.
  package struct Failure {
    package let code: String
    package let message: String
    package var help: [String] = []
  }

  private let outcome: ExecRun.Outcome

  package init(_ outcome: ExecRun.Outcome) { self.outcome = outcome }

  /// The lines that `--quiet` leaves out: a weaker tier, what could not be removed, refused calls.
  ///
  /// - Parameter paint: Gives words the colour of their part, where there are colours.
  package func notices(paint: (String, MessagePart) -> String) -> [String] {
    var lines: [String] = []
    if outcome.end.tier != .full {
      lines.append(
        paint("warning", .caution) + ": the sandbox is in tier " + outcome.end.tier.rawValue)
    }
    if let left = outcome.end.exit.container?.leftovers, left > 0 {
      lines.append(
        paint("warning", .caution)
          + "[LH3021]: \(left) entries of the program's container could not be removed")
    }
    for violation in outcome.end.violations {
      let times = violation.count == 1 ? "" : "  \(violation.count) times"
      let source = violation.source.map { "  at \(TerminalText.printable($0))" } ?? ""
      lines.append(
        paint("denied  ", .caution) + TerminalText.printable(violation.call)
          + "  \(violation.recordedAction)  rule \(violation.rule)\(times)\(source)")
    }
    if outcome.end.unlistedViolations > 0 {
      lines.append(
        paint("denied  ", .caution)
          + "\(outcome.end.unlistedViolations) more calls, not listed: there "
          + "were too many different ones")
    }
    return lines
  }

  /// What went wrong, where something did.
  ///
  /// - Parameter time: How long it was allowed to run, in words.
  package func failure(time: String?) -> Failure? {
    switch outcome.end.reason {
    case .limit(.time):
      Failure(
        code: "LH5014", message: "the program ran longer than " + (time ?? "allowed"),
        help: ["`--limit time=…` gives it more"])
    case .limit(let limit):
      Failure(
        code: "LH2004", message: "the program met its limit `\(limit.rawValue)` and was killed",
        help: ["`--limit \(limit.rawValue)=…` gives it more"])
    case .violation:
      Failure(
        code: "LH2002",
        message: "the program was killed for a call that only an attacker makes",
        help: outcome.end.violations.isEmpty
          ? ["it spoke to the kernel by another machine's convention"]
          : ["the call is the last one listed above"])
    case .flood:
      Failure(
        code: "LH2008",
        message: "the program was killed: it would not stop making refused calls")
    case .lost:
      Failure(code: "LH2005", message: "something else killed the program and its sandbox")
    case .exited, .signaled, .stopped: nil
    }
  }
}
