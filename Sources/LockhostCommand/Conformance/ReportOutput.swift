// SPDX-License-Identifier: MIT

import LockhostConformance

/// In which form a report is written, where to, and what it must come to.
struct ReportOutput {
  private enum Format: String { case human, tap, junit, sarif, jsonl }

  private let format: Format
  private let file: RecordFile?
  private let threshold: Double?

  /// - Throws: LH5004, LH5008.
  init(_ context: CommandContext) throws(CommandFailure) {
    let command = context.command
    let fallback: Format = context.terminal.style.isJSON ? .jsonl : .human
    format = command.value("format").flatMap(Format.init(rawValue:)) ?? fallback
    file = try command.value("output").map { path throws(CommandFailure) in
      try RecordFile(path: path, advice: ["run the suite again with another `--output`"])
    }
    threshold = try command.value("threshold").map { text throws(CommandFailure) in
      guard let number = Double(text), (0...10).contains(number) else {
        throw .usage(
          "LH5004", "`--threshold` cannot be `\(text)`", help: ["write a number from 0 to 10"],
          verb: command.verb)
      }
      return number
    }
  }

  /// Writes the report.
  ///
  /// - Returns: What to exit with.
  func write(_ report: ConformanceReport, _ terminal: Terminal) throws(CommandFailure) -> Int32 {
    let lines =
      switch format {
      case .human: HumanReport.lines(report, file == nil ? terminal : nil, terminal.style.isVerbose)
      case .tap: TAPReport.lines(report)
      case .junit: JUnitReport.lines(report)
      case .sarif: SARIFReport.lines(report)
      case .jsonl: JSONLinesReport.lines(report)
      }
    if let file {
      try file.write(lines.joined(separator: "\n"))
      terminal.data(report.closingLine)
    } else {
      for line in lines { terminal.data(line) }
      // What reads the other formats would stumble over it.
      if format != .human { terminal.say(report.closingLine) }
    }
    return status(report, terminal)
  }

  private func status(_ report: ConformanceReport, _ terminal: Terminal) -> Int32 {
    let failure: CommandFailure
    if let threshold {
      guard report.score < threshold else { return ExitStatus.success }
      failure = CommandFailure(
        code: "LH9016", "the score is \(report.score), below \(threshold)",
        exitStatus: ExitStatus.failure)
    } else {
      guard report.failed > 0 else { return ExitStatus.success }
      failure = CommandFailure(
        code: "LH9016", "\(report.failed) promises are not kept",
        help: ["`lockhost conformance --explain ID` explains each"],
        exitStatus: ExitStatus.failure)
    }
    for line in FailureText.lines(failure, on: terminal) { terminal.say(line) }
    return failure.exitStatus
  }
}
