// SPDX-License-Identifier: MIT

/// What several reports say of the same promises, side by side.
package struct ReportComparison: Sendable {
  /// One promise.
  package struct Row: Sendable {
    package let id: String
    package let group: PromiseGroup
    package let sentence: String
    /// One for each report; nil where it has no such promise.
    package let cells: [VerdictRecord?]

    /// Whether the reports differ in the outcome, or in who answered.
    package var differs: Bool {
      Set(cells.map { $0.map { "\($0.outcome.rawValue) \($0.layers)" } }).count > 1
    }

    /// Whether they differ in the outcome.
    package var differsInOutcome: Bool { Set(cells.map { $0?.outcome }).count > 1 }
  }

  /// The reports' launchers.
  package let reports: [ConformanceReport]
  /// One row for each promise of any report, in the first report's order.
  package let rows: [Row]

  /// Compares.
  package init(_ reports: [ConformanceReport]) {
    self.reports = reports
    var ids: [String] = []
    var seen: Set<String> = []
    for verdict in reports.flatMap(\.verdicts) where seen.insert(verdict.id).inserted {
      ids.append(verdict.id)
    }
    let tables = reports.map { report in
      Dictionary(report.verdicts.map { ($0.id, $0) }) { first, _ in first }
    }
    rows = ids.compactMap { id in
      let cells = tables.map { $0[id] }
      guard let any = cells.compactMap({ $0 }).first else { return nil }
      return Row(id: id, group: any.group, sentence: any.sentence, cells: cells)
    }
  }
}
