// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostSystem

/// A session's record told to people: why it started, how it went, what ended it, what to do.
enum SessionStory {
  /// - Parameter crash: The report of the guest's crash, if there is one.
  static func lines(
    _ record: ExitRecord, crash: CrashReport? = nil, _ terminal: Terminal
  ) -> [String] {
    let heading = { (text: String) in ["", terminal.paintOutput(text, .strong)] }
    var lines = OutcomeText.lines(record, paint: terminal.paintOutput)
    lines += about(record).map { "  " + $0 }
    if !record.decision.rules.isEmpty {
      lines += heading("Decision: \(record.decision.summary)")
      lines += DecisionText.lines(record.decision, paint: terminal.paintOutput).map { "  " + $0 }
    }
    let moments = timeline(record)
    if !moments.isEmpty { lines += heading("Timeline") + moments }
    if !record.faults.isEmpty {
      lines += heading("Faults that were asked for: " + record.faults.joined(separator: ", "))
    }
    if !record.events.isEmpty { lines += heading("What happened") + record.events.map(event) }
    if let crash { lines += heading("Crash") + self.crash(crash) }
    lines += heading("End: \(end(record))")
    if let article = record.code.flatMap(ErrorArticle.article) {
      lines += Wrapping.lines(article.what, width: HelpText.width - 2).map { "  " + $0 }
      lines.append("  What to do:")
      lines += article.steps.flatMap { step in
        let body = Wrapping.lines(step, width: HelpText.width - 6)
        return ["    - " + (body.first ?? "")] + body.dropFirst().map { "      " + $0 }
      }
    }
    return lines
  }

  private static func about(_ record: ExitRecord) -> [String] {
    var facts: [String] = []
    if let application = record.application {
      facts.append("app      \(FailureText.printable(application))")
    }
    if let started = record.startedAt { facts.append("started  \(started)") }
    if let state = record.lockState {
      let entry = record.entryPoint.map { ", from \($0.title)" } ?? ""
      facts.append("device   \(state.title)\(entry)")
    }
    if let resident = record.resources.maxResidentBytes {
      let user = record.resources.userMicroseconds ?? 0
      let system = record.resources.systemMicroseconds ?? 0
      facts.append(
        "used     \(ByteCount(resident)) of memory, "
          + "\(DurationText.describe(.microseconds(user + system))) of processor time")
    }
    return facts
  }

  /// Every moment that came, in the order of time, each with what it took since the one before.
  private static func timeline(_ record: ExitRecord) -> [String] {
    let moments = record.timeline.moments.compactMap { moment in
      moment.microseconds.map { (name: moment.name, at: $0) }
    }.sorted { $0.at < $1.at }
    var before = 0
    return moments.map { moment in
      let step = moment.at - before
      before = moment.at
      return "  " + moment.name.padded(to: 20)
        + DurationText.describe(.microseconds(moment.at)).leftPadded(to: 10)
        + ("+" + DurationText.describe(.microseconds(step))).leftPadded(to: 12)
    }
  }

  private static func event(_ event: ExitRecord.Event) -> String {
    DurationText.describe(.microseconds(event.at)).leftPadded(to: 12) + "  "
      + FailureText.printable(event.what)
  }

  /// A crash's functions, the innermost first, and the last lines that the guest wrote.
  private static func crash(_ report: CrashReport) -> [String] {
    var lines = [
      "  \(report.signalName ?? "signal \(report.signal)")"
        + (report.faultAddress.map { " at address \($0)" } ?? "")
        + (report.thread.map { " in thread \($0)" } ?? "")
    ]
    for (number, frame) in report.frames.enumerated() {
      let image = frame.image.split(separator: "/").last.map(String.init) ?? "?"
      lines.append(
        "  \(number)".padded(to: 6)
          + FailureText.printable(frame.function ?? "\(image)+\(frame.offset)")
          + (frame.source.map { "  at \(FailureText.printable($0))" } ?? ""))
    }
    if let note = report.note { lines.append("  \(note)") }
    if !report.lastLines.isEmpty { lines.append("  The last lines:") }
    return lines + report.lastLines.map { "    " + FailureText.printable($0) }
  }

  private static func end(_ record: ExitRecord) -> String {
    let words =
      switch record.reason {
      case .dismissed: "it was dismissed"
      case .exited: "the guest exited by itself"
      case .openedApp: "the app was opened"
      case .watchdog: "the watchdog ended it"
      case .violation: "it was ended for what it tried"
      case .crashed: "it crashed"
      case .limit: "it went over a limit"
      case .interrupted: "the host was interrupted"
      case .hostError: "something failed on the host's side"
      case .notLaunched: "nothing was started"
      }
    let code = record.code.map { "  [\($0)]" } ?? ""
    let message = record.message.map { ": " + FailureText.printable($0) } ?? ""
    return words + message + code
  }
}

extension String {
  /// The text with spaces before it, up to a width.
  func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
