// SPDX-License-Identifier: MIT

/// Reports in the Test Anything Protocol, version 13.
package enum TAPReport {
  /// The report's lines.
  package static func lines(_ report: ConformanceReport) -> [String] {
    var lines = ["TAP version 13", "1..\(report.verdicts.count)"]
    for (index, verdict) in report.verdicts.enumerated() {
      let number = index + 1
      let title = "\(number) - \(escaped("\(verdict.id) \(verdict.sentence)"))"
      let reason = escaped(verdict.reason ?? "")
      switch verdict.outcome {
      case .passed: lines.append("ok \(title)")
      case .reported: lines.append("ok \(title) # SKIP reported only")
      case .skipped: lines.append("ok \(title) # SKIP \(reason)")
      case .documented: lines.append("not ok \(title) # TODO \(reason)")
      case .failed, .inconclusive: lines.append("not ok \(title)")
      }
      if verdict.outcome != .skipped { lines += diagnostics(verdict) }
    }
    return lines + [
      "# launcher: \(escaped(report.run.launcher))", "# score: \(report.score)",
      "# \(report.closingLine)",
    ]
  }

  private static func diagnostics(_ verdict: VerdictRecord) -> [String] {
    var lines = ["  ---", "  outcome: \(verdict.outcome.rawValue)"]
    if !verdict.layers.isEmpty {
      lines.append("  layers: [\(verdict.layers.map(\.rawValue).joined(separator: ", "))]")
    }
    if let reason = verdict.reason { lines.append("  reason: \(quoted(reason))") }
    if verdict.outcome == .failed || verdict.outcome == .inconclusive {
      lines.append("  fix: \(quoted(verdict.fix))")
    }
    return lines + ["  ..."]
  }

  /// A hash would begin a directive, and a new line another test.
  private static func escaped(_ text: String) -> String {
    PlainText.line(text).map { $0 == "#" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
  }

  private static func quoted(_ text: String) -> String {
    "'" + PlainText.line(text).map { $0 == "'" ? "''" : String($0) }.joined() + "'"
  }
}
