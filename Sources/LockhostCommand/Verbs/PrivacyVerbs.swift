// SPDX-License-Identifier: MIT

import LockhostDevice

/// `privacy list`, `privacy grant`, `privacy revoke`: the person's answers about permissions.
enum PrivacyVerbs {
  static func grant(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    try answer(context, .authorized, "granted with `lockhost privacy`")
  }

  static func revoke(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    try answer(context, .denied, "refused with `lockhost privacy`")
  }

  static func list(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let store = try context.openDevice()
    let settings = try context.device { () throws(DeviceError) in try store.settings() }
    let wanted = context.command.operands.first
    let items = settings.permissions.sorted { $0.key < $1.key }
      .filter { wanted == nil || $0.key == wanted }
      .flatMap { identifier, grants in
        grants.sorted { $0.key < $1.key }.map { permission, grant in
          PrivacyItem(
            application: identifier, permission: permission, status: grant.status.rawValue,
            origin: grant.origin)
        }
      }
    context.answer(ListRecord(schema: "lockhost.privacy/1", items: items)) {
      items.isEmpty
        ? ["no answer is stored; an app asks when it needs one"]
        : items.map {
          $0.application.column(36) + $0.permission.column(13) + $0.status.column(16)
            + FailureText.printable($0.origin)
        }
    }
    return ExitStatus.success
  }

  private static func answer(
    _ context: CommandContext, _ status: PermissionGrant.Status, _ origin: String
  ) throws(CommandFailure) -> Int32 {
    let words = context.command.operands
    guard words.count == 2, let permission = Permission(rawValue: words[0]) else {
      throw .usage("LH5004", "there is no such permission", verb: context.command.verb)
    }
    let store = try context.openDevice()
    try context.device { () throws(DeviceError) in
      try store.setPermission(
        permission, of: words[1], to: PermissionGrant(status: status, origin: origin))
    }
    let item = PrivacyItem(
      application: words[1], permission: permission.rawValue, status: status.rawValue,
      origin: origin)
    context.answer(ListRecord(schema: "lockhost.privacy/1", items: [item])) {
      ["\(words[1]): \(permission.title) \(status.title)"]
    }
    return ExitStatus.success
  }
}

/// One answer about one permission of one app.
private struct PrivacyItem: Encodable {
  let application: String
  let permission: String
  let status: String
  let origin: String
}
