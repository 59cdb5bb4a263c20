// SPDX-License-Identifier: MIT

import LockhostConformance

/// Reports side by side, for people and for documents.
enum ComparisonText {
  private static func word(_ cell: VerdictRecord?) -> String {
    guard let cell else { return "none" }
    switch cell.outcome {
    case .passed:
      return cell.layers.isEmpty ? "holds" : cell.layers.map(\.rawValue).joined(separator: "+")
    case .failed: return "BROKEN"
    case .documented: return "documented"
    case .inconclusive: return "unclear"
    case .skipped: return "skipped"
    case .reported: return "reported"
    }
  }

  private static func scores(_ comparison: ReportComparison) -> [String] {
    comparison.reports.map { "\($0.score)" }
  }

  /// Columns, one for each report.
  static func lines(
    _ comparison: ReportComparison, _ rows: [ReportComparison.Row], _ terminal: Terminal
  ) -> [String] {
    let names = comparison.reports.map { FailureText.printable($0.run.launcher) }
    let widths = names.indices.map { column in
      (rows.map { word($0.cells[column]).count } + [names[column].count]).max().map { $0 + 2 } ?? 2
    }
    func line(_ id: String, _ cells: [String], _ rest: String) -> String {
      id.padded(to: 14) + zip(cells, widths).map { $0.padded(to: $1) }.joined() + rest
    }
    return [terminal.paintOutput(line("", names, ""), .strong)]
      + rows.map { line($0.id, $0.cells.map(word), $0.sentence) }
      + [line("score", scores(comparison), "")]
  }

  /// A table in Markdown.
  static func markdown(
    _ comparison: ReportComparison, _ rows: [ReportComparison.Row]
  ) -> [String] {
    func line(_ cells: [String]) -> String {
      "| "
        + cells.map { $0.map { $0 == "|" ? "\\|" : String($0) }.joined() }.joined(separator: " | ")
        + " |"
    }
    let names = comparison.reports.map(\.run.launcher)
    return [
      line(["Promise", ""] + names),
      line(["---", "---"] + names.map { _ in "---" }),
    ] + rows.map { line([$0.id, $0.sentence] + $0.cells.map(word)) }
      + [line(["score", ""] + scores(comparison))]
  }
}
