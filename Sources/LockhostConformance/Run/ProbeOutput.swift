// SPDX-License-Identifier: MIT

/// What one launched probe said, as far as it can be believed.
struct ProbeOutput {
  private static let mark = "lockhost-probe/1 "

  let launched: LaunchedProbe
  let probe: String
  let nonce: String

  /// What came of it.
  var answer: Answer {
    var answers: [ProbeReport] = []
    var hasBegun = false
    for line in launched.output.split(separator: "\n") where line.hasPrefix(Self.mark) {
      guard let report = ProbeReport(line: line, nonce: nonce) else {
        // The last line of a flood may have been cut.
        if launched.isTruncated { continue }
        return .unbelievable("a line in its output is no probe's of this run")
      }
      guard report.name == probe else { return .unbelievable("another probe answered") }
      if report.outcome == .begin { hasBegun = true } else { answers.append(report) }
    }
    guard let first = answers.first else { return hasBegun ? death : notStarted }
    guard hasBegun else { return .unbelievable("it answered and had not begun") }
    let differs = answers.contains { $0.outcome != first.outcome || $0.error != first.error }
    if differs { return .unbelievable("it gave two answers") }
    switch first.outcome {
    case .refused: return .refused(error: first.error, evidence: first.evidence)
    case .inconclusive: return .untried(error: first.error, evidence: first.evidence)
    case .done, .begin: return .done(evidence: first.evidence)
    }
  }

  /// It began and gave no answer.
  private var death: Answer {
    switch launched.ending {
    case .late: .late
    case .signaled(let number): .died(signal: number)
    case .exited(64): .untried(error: "-", evidence: "wrong arguments for this probe")
    // What launchers make of a signal: the shell's way.
    case .exited(let code) where (129...192).contains(code): .died(signal: code - 128)
    case .exited: .died(signal: 0)
    case .failed(let why): .notStarted(why)
    }
  }

  private var notStarted: Answer {
    let words = launched.errors.split(separator: "\n").first.map { String($0.prefix(200)) }
    switch launched.ending {
    case .late: return .notStarted("nothing began in time")
    case .failed(let why): return .notStarted(why)
    case .signaled(let number):
      return .notStarted(words ?? "the launcher died of signal \(number)")
    case .exited(let code): return .notStarted(words ?? "the launcher exited with \(code)")
    }
  }
}
