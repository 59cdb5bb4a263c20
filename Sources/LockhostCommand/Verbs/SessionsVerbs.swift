// SPDX-License-Identifier: MIT

import LockhostDevice

/// `sessions list` and `sessions show`.
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
