// SPDX-License-Identifier: MIT

import LockhostConformance
import LockhostSandbox

/// A report for people: one line for each promise, and what there is to know of those that failed.
enum HumanReport {
  private static let indent = String(repeating: " ", count: 6)

  /// The report's lines.
  ///
  /// - Parameter terminal: Whose colours to use; nil for none.
  static func lines(
    _ report: ConformanceReport, _ terminal: Terminal?, _ isVerbose: Bool
  ) -> [String] {
    let paint: (String, Terminal.Tone) -> String = { text, tone in
      terminal?.paintOutput(text, tone) ?? text
    }
    var lines = head(report.run)
    for group in PromiseGroup.allCases {
      let verdicts = report.verdicts.filter { $0.group == group }
      guard !verdicts.isEmpty else { continue }
      lines += ["", paint(group.title, .strong)]
      for verdict in verdicts { lines += self.lines(verdict, isVerbose, paint) }
    }
    lines += ["", paint("Score: \(report.score) of 10", .strong)]
    let documented = report.with(.documented).count
    if documented > 0, let tier = report.run.tier {
      lines.append("\(documented) do not hold at tier \(tier), as documented")
    }
    let open = report.with(.inconclusive).count
    if open > 0 { lines.append("\(open) of the failed are inconclusive") }
    return lines + [report.closingLine]
  }

  private static func head(_ run: RunRecord) -> [String] {
    let policy = run.policy.map { ", policy \($0)" } ?? ""
    let version =
      run.launcherVersion.isEmpty ? "" : " (\(FailureText.printable(run.launcherVersion)))"
    let host = run.host
    return [
      "Launcher: \(FailureText.printable(run.launcher))\(policy)\(version)",
      "Command:  \(FailureText.printable(run.commandLine))",
      "Machine:  Linux \(host.kernel) \(host.machine), "
        + (host.isRoot ? "as root" : "as an ordinary user") + ", Landlock ABI \(host.landlock)",
    ]
  }

  private static func lines(
    _ verdict: VerdictRecord, _ isVerbose: Bool, _ paint: (String, Terminal.Tone) -> String
  ) -> [String] {
    let (mark, tone): (String, Terminal.Tone) =
      switch verdict.outcome {
      case .passed: ("✓", .good)
      case .failed: ("✗", .bad)
      case .inconclusive: ("?", .warning)
      case .documented: ("~", .warning)
      case .skipped: ("-", .faint)
      case .reported: ("i", .faint)
      }
    let layers = verdict.layers.map(\.rawValue).joined(separator: ", ")
    var lines = [
      "  " + paint(mark, tone) + " \(verdict.id.padded(to: 13)) \(verdict.sentence)"
        + (layers.isEmpty ? "" : paint("  [\(layers)]", .faint))
    ]
    if let reason = verdict.reason {
      lines += wrapped(FailureText.printable(reason))
    }
    if verdict.outcome == .failed || verdict.outcome == .inconclusive {
      lines += wrapped("why: " + verdict.why) + wrapped("do: " + verdict.fix)
    }
    guard isVerbose else { return lines }
    for call in verdict.calls {
      lines += wrapped("\(call.call) → " + FailureText.printable(call.inside))
      if let control = call.control {
        lines += wrapped("  control: " + FailureText.printable(control))
      }
      if let ablated = call.ablated {
        lines += wrapped("  without the layer: " + FailureText.printable(ablated))
      }
    }
    return lines
  }

  private static func wrapped(_ text: String) -> [String] {
    Wrapping.lines(text, width: HelpText.width - indent.count).map { indent + $0 }
  }

  /// A promise for `--explain`.
  static func explanation(_ promise: Promise, _ terminal: Terminal) -> [String] {
    var lines = [terminal.paintOutput("\(promise.id): \(promise.sentence)", .strong), ""]
    lines += Wrapping.lines(promise.why, width: HelpText.width) + ["", "What to do:"]
    lines += Wrapping.lines(promise.fix, width: HelpText.width - 2).map { "  " + $0 }
    if !promise.references.isEmpty {
      lines += ["", "Where it was real: " + promise.references.joined(separator: ", ")]
    }
    for (tier, exception) in promise.exceptions.sorted(by: { $0.key > $1.key }) {
      let whom = exception.concerned == .everybody ? "" : " for \(exception.concerned.rawValue)"
      lines += ["", "Does not hold at tier \(tier.rawValue)\(whom): \(exception.reason)"]
    }
    lines += ["", "What is tried:"]
    for call in promise.calls {
      lines.append("  \(call.text)")
    }
    return lines
  }
}
