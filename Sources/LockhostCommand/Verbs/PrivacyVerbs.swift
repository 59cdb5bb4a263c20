// SPDX-License-Identifier: MIT

import LockhostDevice

/// `privacy list`, `grant`, `revoke`, `reset`: the person's answers about permissions.
enum PrivacyVerbs {
  static func grant(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    try answer(
      context, PermissionGrant(status: .authorized, origin: "granted with `lockhost privacy`"))
  }

  static func revoke(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    try answer(context, PermissionGrant(status: .denied, origin: "refused with `lockhost privacy`"))
  }

  static func reset(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    try answer(context, nil)
  }

  static func list(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let store = try context.openDevice()
    let settings = try context.device { () throws(DeviceError) in try store.settings() }
    let wanted = context.command.operands.first
    let installed = try InstalledApps(store: store).all()
    let identifiers = Set(settings.permissions.keys).union(installed.map(\.identifier)).sorted()
      .filter { wanted == nil || $0 == wanted }
    var items: [PrivacyItem] = []
    for identifier in identifiers {
      let bundle = installed.first { $0.identifier == identifier }.flatMap { try? $0.bundle.get() }
      items += try self.items(of: identifier, bundle, settings, store, context)
    }
    context.answer(ListRecord(schema: "lockhost.privacy/1", items: items)) {
      items.isEmpty
        ? ["no such app is installed, and no answer is stored"]
        : items.map { item in
          item.application.column(36) + item.permission.column(13) + item.status.column(16)
            + FailureText.printable(item.origin)
            + (item.missingTexts.isEmpty
              ? "" : "; no usage text in " + item.missingTexts.joined(separator: ", "))
        }
    }
    return ExitStatus.success
  }

  /// Every permission of one app: for an installed one also those that nobody has answered yet.
  private static func items(
    of identifier: String, _ bundle: AppBundle?, _ settings: DeviceSettings, _ store: DeviceStore,
    _ context: CommandContext
  ) throws(CommandFailure) -> [PrivacyItem] {
    guard let bundle else {
      return (settings.permissions[identifier] ?? [:]).sorted { $0.key < $1.key }.map {
        PrivacyItem(
          application: identifier, permission: $0.key, status: $0.value.status.rawValue,
          origin: $0.value.origin)
      }
    }
    let grants = try context.device { () throws(DeviceError) in
      try store.permissions(of: bundle, origin: .installed)
    }
    return Permission.allCases.map { permission in
      let grant = grants[permission] ?? .notDetermined
      return PrivacyItem(
        application: identifier, permission: permission.rawValue, status: grant.status.rawValue,
        origin: grant.origin, missingTexts: missingTexts(for: permission, in: bundle))
    }
  }

  /// Which of an app's programs could use something, and do not say why.
  private static func missingTexts(for permission: Permission, in bundle: AppBundle) -> [String] {
    var missing = bundle.usageTexts[permission] == nil ? [bundle.identifier] : []
    if let capture = bundle.captureExtension, capture.usageTexts[permission] == nil {
      missing.append(capture.identifier)
    }
    return missing
  }

  private static func answer(
    _ context: CommandContext, _ grant: PermissionGrant?
  ) throws(CommandFailure) -> Int32 {
    let words = context.command.operands
    let permissions =
      words.first == "all"
      ? Permission.allCases : words.first.flatMap(Permission.init(rawValue:)).map { [$0] } ?? []
    guard words.count == 2, !permissions.isEmpty else {
      throw .usage("LH5004", "there is no such permission", verb: context.command.verb)
    }
    let store = try context.openDevice()
    for permission in permissions {
      try context.device { () throws(DeviceError) in
        try store.setPermission(permission, of: words[1], to: grant)
      }
    }
    if try !InstalledApps(store: store).all().contains(where: { $0.identifier == words[1] }) {
      context.terminal.say(
        context.terminal.paint("warning", .warning)
          + ": no app \(FailureText.printable(words[1])) is installed; "
          + "the answer holds for one that will be")
    }
    let items = permissions.map { permission in
      PrivacyItem(
        application: words[1], permission: permission.rawValue,
        status: (grant ?? .notDetermined).status.rawValue,
        origin: (grant ?? .notDetermined).origin)
    }
    context.answer(ListRecord(schema: "lockhost.privacy/1", items: items)) {
      permissions.map { permission in
        "\(words[1]): \(permission.title) \((grant ?? .notDetermined).status.title)"
      }
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
  /// The app and its capture extension, as far as they do not say why they use it.
  var missingTexts: [String] = []
}
