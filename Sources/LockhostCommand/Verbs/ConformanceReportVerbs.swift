// SPDX-License-Identifier: MIT

import LockhostConformance

/// `conformance merge` and `conformance compare`: reports that were made before.
enum ConformanceReportVerbs {
  static func merge(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let output = try ReportOutput(context)
    do throws(ConformanceError) {
      let merged = try ReportMerge.merged(try read(context))
      do throws(CommandFailure) {
        return try output.write(merged, context.terminal)
      } catch {
        for line in FailureText.lines(error, on: context.terminal) {
          context.terminal.complain(line)
        }
        return error.exitStatus
      }
    } catch {
      throw CommandFailure(error)
    }
  }

  static func compare(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let comparison: ReportComparison
    do throws(ConformanceError) {
      comparison = ReportComparison(try read(context))
    } catch {
      throw CommandFailure(error)
    }
    let rows = comparison.rows.filter { context.command.has("all") || $0.differs }
    context.answer(
      ListRecord(
        schema: "lockhost.conformance-comparison/1",
        items: rows.map { ComparisonItem($0, comparison) })
    ) {
      context.command.has("markdown")
        ? ComparisonText.markdown(comparison, rows)
        : ComparisonText.lines(comparison, rows, context.terminal)
    }
    return comparison.rows.contains(where: \.differsInOutcome)
      ? ExitStatus.failure : ExitStatus.success
  }

  private static func read(
    _ context: CommandContext
  ) throws(ConformanceError) -> [ConformanceReport] {
    var reports: [ConformanceReport] = []
    for path in context.command.operands {
      let text: String
      do throws(CommandFailure) {
        text = try TextFile.read(path, maximumBytes: 64 << 20)
      } catch {
        throw .notReport(path: path, line: 1, reason: error.message)
      }
      reports.append(try JSONLinesReport.read(text, path: path))
    }
    return reports
  }
}

/// One promise as `compare --json` has it.
private struct ComparisonItem: Encodable {
  struct Cell: Encodable {
    let launcher: String
    let outcome: String?
    let layers: [String]
    let reason: String?
  }

  let id: String
  let sentence: String
  let reports: [Cell]

  init(_ row: ReportComparison.Row, _ comparison: ReportComparison) {
    id = row.id
    sentence = row.sentence
    reports = zip(comparison.reports, row.cells).map { report, cell in
      Cell(
        launcher: report.run.launcher, outcome: cell?.outcome.rawValue,
        layers: cell?.layers.map(\.rawValue) ?? [], reason: cell?.reason)
    }
  }
}
