// SPDX-License-Identifier: MIT

import Lockhost
import LockhostDevice

/// `activity list`, `show`, `accept` and `reject`: what extensions ask to open their apps for.
enum ActivityVerbs {
  /// How long a running session may take to say how far it is.
  private static let statusTime = Duration.seconds(5)
  /// How long an accepted request may take until the app is open.
  private static let openTime = Duration.seconds(60)

  static func list(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let store = try context.openSettledDevice()
    let running = try waiting(in: store, context)
    let entries = try context.device { () throws(DeviceError) in try store.sessions.list() }
    let past = entries.filter { $0.state == .ended }.flatMap { entry in
      (entry.record?.activities ?? []).enumerated().map { index, activity in
        ActivityItem(
          session: entry.id, number: index + 1, activityType: activity.activityType,
          title: activity.title, state: activity.outcome)
      }
    }
    let items = running + past
    context.answer(ListRecord(schema: "lockhost.activities/1", items: items)) {
      items.isEmpty
        ? ["no extension has asked for its app"]
        : items.map { item in
          item.name.column(30) + item.state.column(24)
            + FailureText.printable(item.activityType)
            + (item.title.map { "  “\(FailureText.printable($0))”" } ?? "")
        }
    }
    return ExitStatus.success
  }

  static func show(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let store = try context.openSettledDevice()
    let (words, number) = try name(context.command.operands.first ?? "last", context)
    let entry = try context.device { () throws(DeviceError) in try store.sessions.find(words) }
    guard let activities = entry.record?.activities, activities.indices.contains(number - 1) else {
      throw CommandFailure(
        code: "LH5016", "session \(entry.id) has no open request \(number)",
        help: ["`lockhost activity list` lists them"], exitStatus: ExitStatus.badData)
    }
    let activity = activities[number - 1]
    context.answer(ShownActivity(session: entry.id, number: number, activity: activity)) {
      var lines = ["\(entry.id)/\(number)  \(activity.outcome)"]
      lines.append("  type   \(FailureText.printable(activity.activityType))")
      if let title = activity.title { lines.append("  title  \(FailureText.printable(title))") }
      for (key, value) in (activity.userInfo ?? [:]).sorted(by: { $0.key < $1.key }) {
        lines.append("  \(FailureText.printable(key)): \(JSONLine.encode(value))")
      }
      return lines
    }
    return ExitStatus.success
  }

  static func accept(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    try answer(.pass, context)
  }

  static func reject(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    try answer(.cancel, context)
  }

  // MARK: Parts

  private static func answer(
    _ answer: AuthenticationAnswer, _ context: CommandContext
  ) throws(CommandFailure) -> Int32 {
    let store = try context.openDevice()
    let target: ActivityItem
    if let operand = context.command.operands.first {
      let (words, number) = try name(operand, context)
      let entry = try context.device { () throws(DeviceError) in try store.sessions.find(words) }
      target = ActivityItem(
        session: entry.id, number: number, activityType: "", title: nil, state: "")
    } else {
      let asking = try waiting(in: store, context).filter { $0.state == "asking" }
      guard let only = asking.first, asking.count == 1 else {
        throw CommandFailure(
          code: "LH5016",
          asking.isEmpty ? "no open request waits" : "\(asking.count) open requests wait",
          details: asking.map(\.name), help: ["`lockhost activity list` lists them"],
          exitStatus: ExitStatus.temporary)
      }
      target = only
    }
    let reply = SessionRemote(sessions: store.sessions, session: target.session).ask(
      ControlRequest(.answer, activity: target.number, answer: answer), within: openTime)
    guard let reply, reply.isDone else {
      throw CommandFailure(
        code: "LH5017", "\(target.name): " + (reply?.message ?? "the session is not running"),
        help: ["`lockhost activity list` lists what waits"], exitStatus: ExitStatus.temporary)
    }
    let item = ActivityItem(
      session: target.session, number: target.number, activityType: target.activityType,
      title: target.title, state: reply.message)
    context.answer(ListRecord(schema: "lockhost.activities/1", items: [item])) {
      ["\(target.name): \(reply.message)"]
    }
    return answer == .cancel || reply.message == "opened" ? ExitStatus.success : ExitStatus.failure
  }

  /// What waits in running sessions, in the order in which they began.
  private static func waiting(
    in store: DeviceStore, _ context: CommandContext
  ) throws(CommandFailure) -> [ActivityItem] {
    let live = try context.device { () throws(DeviceError) in try store.sessions.live() }
    return live.flatMap { entry -> [ActivityItem] in
      let remote = SessionRemote(sessions: store.sessions, session: entry.id)
      let status = remote.ask(ControlRequest(.status), within: statusTime)?.status
      return (status?.activities ?? []).map { waiting in
        ActivityItem(
          session: entry.id, number: waiting.number, activityType: waiting.activityType,
          title: waiting.title, state: waiting.state)
      }
    }
  }

  /// Takes `SESSION/N` apart.
  private static func name(
    _ text: String, _ context: CommandContext
  ) throws(CommandFailure) -> (session: String, number: Int) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let number = parts.count == 2 ? Int(parts[1]) : 1, number > 0 else {
      throw .usage(
        "LH5004", "`\(text)` names no open request", help: ["a session, a slash and a number"],
        verb: context.command.verb)
    }
    return (String(parts[0]), number)
  }
}

/// One open request of the list.
private struct ActivityItem: Encodable {
  let session: String
  let number: Int
  let activityType: String
  let title: String?
  /// `asking`, `opening` or `queued` while it waits; else what came of it.
  let state: String

  var name: String { "\(session)/\(number)" }
}

/// What `activity show --json` prints.
private struct ShownActivity: Encodable {
  let schema = "lockhost.activity/1"
  let session: String
  let number: Int
  let activity: ExitRecord.Activity
}
