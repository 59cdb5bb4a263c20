// SPDX-License-Identifier: MIT

import LockhostDevice

/// `sessions list`, `sessions show` and `sessions clear`.
enum SessionsVerbs {
  static func list(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let store = try context.openSettledDevice()
    let entries = try context.device { () throws(DeviceError) in try store.sessions.list() }
    let items = entries.map(SessionItem.init)
    context.answer(ListRecord(schema: "lockhost.sessions/1", items: items)) {
      items.isEmpty
        ? ["no session yet"]
        : items.map { item in
          let app = FailureText.printable(item.application ?? "")
          return item.session.column(26) + item.outcome.column(16)
            + (item.code ?? "").padded(to: 8) + "\(item.photos) photos".padded(to: 11) + app
        }
    }
    return ExitStatus.success
  }

  static func show(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let store = try context.openSettledDevice()
    let text = context.command.operands.first ?? "last"
    let record = try context.device { () throws(DeviceError) in
      try store.sessions.record(of: text)
    }
    let crash = try context.device { () throws(DeviceError) in
      try store.sessions.crashReport(of: record.session)
    }
    context.answer(record) { SessionStory.lines(record, crash: crash, context.terminal) }
    return ExitStatus.success
  }

  static func clear(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let age = try context.command.duration("older-than")
    let words = context.command.operands
    if age != nil, !words.isEmpty {
      throw .usage(
        "LH5007", "SESSION and `--older-than` exclude each other", help: ["give one of them"],
        verb: context.command.verb)
    }
    let store = try context.openSettledDevice()
    let removed: [String] = try context.device { () throws(DeviceError) in
      let sessions = store.sessions
      var wanted: [String] = words.isEmpty ? try sessions.ended(before: age ?? .zero) : []
      for word in words {
        let id = try sessions.find(word).id
        if !wanted.contains(id) { wanted.append(id) }
      }
      for id in wanted { try sessions.remove(id) }
      return wanted
    }
    context.answer(ListRecord(schema: "lockhost.removed/1", items: removed)) {
      ["removed \(removed.count)"]
    }
    return ExitStatus.success
  }
}

/// One session of the list.
private struct SessionItem: Encodable {
  let session: String
  let state: String
  let application: String?
  let startedAt: String?
  let reason: String?
  let code: String?
  let photos: Int

  init(_ entry: SessionEntry) {
    session = entry.id
    state = entry.state.rawValue
    application = entry.record?.application
    startedAt = entry.record?.startedAt
    reason = entry.state == .ended ? entry.record?.reason.rawValue : nil
    code = entry.record?.code
    photos = entry.record?.photos.count ?? 0
  }

  /// How it ended, or that it has not.
  var outcome: String { reason ?? state }
}
