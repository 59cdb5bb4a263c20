// SPDX-License-Identifier: MIT

extension ExitRecord {
  /// Encodes this record as one line of JSON, without a newline.
  ///
  /// - Throws: An `EncodingError`, which only a value that JSON cannot say would cause.
  public func json() throws -> [UInt8] { try StoredJSON.encode(self, pretty: false) }

  /// The record for people: what was decided and why, what happened when, what ended it, and what
  /// is left where.
  public func lines() -> [String] {
    var lines = ["session  \(session)"]
    if let application {
      lines.append("app      \(application)" + (`extension`.map { ", extension \($0)" } ?? ""))
    }
    if let startedAt {
      let state = lockState.map { ", device \($0.title)" } ?? ""
      let entry = entryPoint.map { ", from \($0.title)" } ?? ""
      lines.append("started  \(startedAt)\(state)\(entry)")
    }
    lines.append("decided  \(decision.summary)")
    lines.append("ended    \(endSentence)")
    if let message { lines.append("         \(message)") }
    if !missing.isEmpty { lines.append("missing  " + missing.joined(separator: ", ")) }
    if let tier { lines.append("sandbox  tier \(tier)") }
    lines += timelineLines
    lines += violations.map { violation in
      let arguments = violation.arguments.joined(separator: ", ")
      let source = violation.source.map { " at \($0)" } ?? ""
      let convention = violation.convention.map { "\($0) " } ?? ""
      return "refused  \(convention)\(violation.syscall)(\(arguments)) → \(violation.action), "
        + "rule \(violation.rule), \(Self.count(violation.count, "time"))\(source)"
    }
    lines += photos.map { "photo    \($0.path) (\($0.type), \(Self.size($0.bytes)))" }
    lines += contentLines
    lines += activities.map { activity in
      let title = activity.title.map { " “\($0)”" } ?? ""
      let info = activity.userInfo.map { " " + JSONValue.object($0).description } ?? ""
      return "activity \(activity.activityType)\(title)\(info): \(activity.outcome)"
    }
    if let resident = resources.maxResidentBytes {
      let user = Self.time(resources.userMicroseconds ?? 0)
      let system = Self.time(resources.systemMicroseconds ?? 0)
      lines.append("used     \(Self.size(resident)) of memory, \(user) user, \(system) system")
    }
    return lines
  }

  /// The rules of the decision, one line each, in their order.
  public func decisionLines() -> [String] { decision.lines() }

  private var endSentence: String {
    var sentence = reason.title
    if let signalName { sentence += " by \(signalName)" }
    if let exitStatus { sentence += ", exit status \(exitStatus)" }
    if let code { sentence += " (\(code))" }
    return sentence
  }

  private var timelineLines: [String] {
    let moments = timeline.moments.compactMap { moment in
      moment.microseconds.map { (name: moment.name, microseconds: $0) }
    }.sorted { $0.microseconds < $1.microseconds }
    var before = 0
    return moments.enumerated().map { index, moment in
      let step = moment.microseconds - before
      before = moment.microseconds
      let name = moment.name + String(repeating: " ", count: max(1, 18 - moment.name.count))
      let label = index == 0 ? "timeline " : "         "
      return label + name + Self.time(moment.microseconds) + "  (+\(Self.time(step)))"
    } + steps.map { "         step \($0.step): \(Self.time($0.microseconds))" }
  }

  private var contentLines: [String] {
    var lines: [String] = []
    if let path = sessionContent.path {
      let files = Self.count(sessionContent.files, "file")
      lines.append("content  \(path) (\(files), \(Self.size(sessionContent.bytes)))")
    } else if target == .extension {
      lines.append("content  none was left in the session folder")
    }
    lines += sessionContent.refused.map { "refused  \($0.name) (\($0.kind)): \($0.reason)" }
    let unnamed = sessionContent.refusedCount - sessionContent.refused.count
    if unnamed > 0 { lines.append("refused  \(unnamed) more") }
    if target == .extension {
      let held =
        container.files.map { " (\(Self.count($0, "file")), \(Self.size(container.bytes ?? 0)))" }
        ?? ""
      lines.append("wiped    container\(held): \(container.wiped ? "gone" : "NOT GONE")")
    }
    return lines
  }

  private var target: LaunchDecision.Target { decision.target }

  /// A number with its noun: "1 file", "2 files".
  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Microseconds in the unit that reads best.
  private static func time(_ microseconds: Int) -> String {
    switch abs(microseconds) {
    case ..<1_000: "\(microseconds) µs"
    case ..<1_000_000: fixed(microseconds, per: 1_000, unit: "ms")
    default: fixed(microseconds, per: 1_000_000, unit: "s")
    }
  }

  /// Bytes in the unit that reads best.
  private static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1_024: "\(bytes) bytes"
    case ..<1_048_576: fixed(bytes, per: 1_024, unit: "KiB")
    case ..<1_073_741_824: fixed(bytes, per: 1_048_576, unit: "MiB")
    default: fixed(bytes, per: 1_073_741_824, unit: "GiB")
    }
  }

  /// A number with two places after the point.
  private static func fixed(_ value: Int, per unit: Int, unit name: String) -> String {
    let hundredths = Int((Double(value) / Double(unit) * 100).rounded())
    let places = abs(hundredths) % 100
    return "\(hundredths / 100).\(places < 10 ? "0" : "")\(places) \(name)"
  }
}

extension ExitRecord.Reason {
  /// The reason as the beginning of a sentence.
  public var title: String {
    switch self {
    case .dismissed: "dismissed"
    case .exited: "the guest exited by itself"
    case .openedApp: "the guest opened its app"
    case .watchdog: "killed by the watchdog"
    case .violation: "killed for a violation"
    case .crashed: "crashed"
    case .limit: "killed at a limit"
    case .interrupted: "interrupted"
    case .hostError: "the host failed"
    case .notLaunched: "nothing was started"
    }
  }
}

extension LaunchDecision {
  /// The rules, one line each, in their order, with what was found.
  public func lines() -> [String] {
    let width = rules.map(\.id.count).max() ?? 0
    return rules.map { rule in
      let mark =
        switch rule.outcome {
        case .passed: "✓"
        case .failed: "✗"
        case .decided: "→"
        case .notReached: "·"
        }
      let id = rule.id + String(repeating: " ", count: width - rule.id.count)
      return "\(mark) \(id)  \(rule.outcome == .notReached ? "not reached" : rule.detail)"
    }
  }
}
