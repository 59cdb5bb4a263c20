// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostSystem

/// What a session left, for people.
enum OutcomeText {
  /// The summary on standard output: what happened, what was captured, where it is.
  static func lines(_ record: ExitRecord, paint: (String, Terminal.Tone) -> String) -> [String] {
    var lines = [paint("session ", .faint) + record.session + "  " + title(record)]
    for photo in record.photos {
      lines.append(
        "  photo    \(FailureText.printable(photo.path))  \(ByteCount(photo.bytes))  \(photo.type)")
    }
    if record.sessionContent.files > 0 {
      let place = record.sessionContent.path ?? record.sessionContent.url ?? ""
      lines.append(
        "  content  \(FailureText.printable(place))  "
          + "\(count(record.sessionContent.files, "file")), \(ByteCount(record.sessionContent.bytes))"
      )
    }
    for refused in record.sessionContent.refused {
      lines.append("  refused  \(FailureText.printable(refused.name)): \(refused.reason)")
    }
    for activity in record.activities {
      lines.append(
        "  activity \(FailureText.printable(activity.activityType)): \(activity.outcome)")
    }
    for violation in record.violations {
      let arguments = violation.arguments.joined(separator: ", ")
      let convention = violation.convention.map { "\($0) " } ?? ""
      let source = violation.source.map { "  at \(FailureText.printable($0))" } ?? ""
      lines.append(
        "  denied   \(FailureText.printable("\(convention)\(violation.syscall)(\(arguments))"))  "
          + "\(violation.action)  rule \(violation.rule)  \(count(violation.count, "time"))\(source)"
      )
    }
    if record.timeline.spawned != nil || record.container.wiped {
      lines.append("  " + container(record))
    }
    return lines
  }

  /// The reason with what belongs to it.
  private static func title(_ record: ExitRecord) -> String {
    var title = record.reason.rawValue
    if !record.missing.isEmpty { title += ", missing: " + record.missing.joined(separator: ", ") }
    if let status = record.exitStatus, status != 0 { title += " with status \(status)" }
    if let signal = record.signalName { title += " by \(signal)" }
    if let tier = record.tier { title += "  (tier \(tier))" }
    return title
  }

  private static func container(_ record: ExitRecord) -> String {
    guard record.container.wiped else {
      return record.extension == nil ? "container kept: it is the app's own" : "container NOT WIPED"
    }
    guard let files = record.container.files, let bytes = record.container.bytes else {
      return "container wiped"
    }
    return "container wiped (\(count(files, "file")), \(ByteCount(bytes)))"
  }

  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// A bad end as an error, with the article's advice.
  static func failure(_ record: ExitRecord, exitStatus: Int32) -> CommandFailure? {
    // An interruption is what was asked for.
    guard let code = record.code, record.reason != .interrupted else { return nil }
    let article = ErrorArticle.article(code)
    let missing =
      record.missing.isEmpty ? "" : ": missing " + record.missing.joined(separator: ", ")
    return CommandFailure(
      code: code, record.message ?? (article?.title ?? record.reason.rawValue) + missing,
      help: article?.steps ?? [], exitStatus: exitStatus)
  }
}
