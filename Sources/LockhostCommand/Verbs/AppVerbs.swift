// SPDX-License-Identifier: MIT

import Lockhost
import LockhostDevice

/// `install`, `uninstall`, `list`, `info`.
enum AppVerbs {
  static func install(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let store = try context.openDevice()
    let path = BuildVerb.absolute(context.command.operands.first ?? "")
    let bundle = try InstalledApps(store: store).install(path)
    try await askControls(of: bundle, store, context)
    if context.command.has("default") {
      try context.device { () throws(DeviceError) in
        _ = try store.updateSettings { $0.cameraApplication = bundle.identifier }
      }
    }
    context.answer(AppRecord(schema: "lockhost.app/1", app: AppItem(bundle))) {
      [FailureText.printable(bundle.identifier)]
    }
    return ExitStatus.success
  }

  /// Asks the app's control widgets what they offer, and keeps the answers until the next install.
  ///
  /// A widget that cannot be asked does not keep the app from being installed, as on a phone.
  private static func askControls(
    of bundle: AppBundle, _ store: DeviceStore, _ context: CommandContext
  ) async throws(CommandFailure) {
    let widgets: [StoredControls.Widget]
    do throws(PluginError) {
      let host = try PluginHost(filterCache: store.root + "/filters")
      widgets = await ControlInterview.ask(bundle, host: host)
      await host.close()
    } catch {
      throw CommandFailure(
        code: "LH9001", error.description, exitStatus: ExitStatus.software)
    }
    let stored = try context.device { () throws(DeviceError) in
      try store.setControls(widgets, of: bundle)
    }
    let problems =
      stored.widgets.compactMap { widget in
        widget.problem.map { "\(widget.identifier): \($0.code): \($0.message)" }
      }
      + stored.items.compactMap { item in
        item.icon.problem.map { "\(item.name) shows a question mark: \($0)" }
      }
    for problem in problems {
      context.terminal.say(
        context.terminal.paint("warning", .warning) + ": " + FailureText.printable(problem))
    }
  }

  static func uninstall(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let identifier = context.command.operands.first ?? ""
    try InstalledApps(store: try context.openDevice()).uninstall(identifier)
    context.answer(ListRecord(schema: "lockhost.uninstalled/1", items: [identifier])) {
      [identifier]
    }
    return ExitStatus.success
  }

  static func list(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let store = try context.openDevice()
    let settings = try context.device { () throws(DeviceError) in try store.settings() }
    var items: [AppItem] = []
    for (identifier, result) in try InstalledApps(store: store).all() {
      switch result {
      case .success(let bundle): items.append(AppItem(bundle))
      case .failure(let error):
        context.terminal.say(
          context.terminal.paint("warning", .warning) + ": "
            + FailureText.printable("\(identifier): \(error)"))
      }
    }
    context.answer(ListRecord(schema: "lockhost.apps/1", items: items)) {
      items.isEmpty
        ? ["no app is installed; `lockhost install X.app` installs one"]
        : items.map { item in
          let mark = settings.cameraApplication == item.identifier ? "  (camera app)" : ""
          return item.identifier.column(36) + item.name.column(24)
            + OutcomeText.count(item.extensions.count, "extension") + mark
        }
    }
    return ExitStatus.success
  }

  static func info(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let store = try context.openDevice()
    let words = context.command.operands.first ?? ""
    // A path is as good as an identifier: what is not installed yet can be looked at too.
    let isPath = words.contains("/") || words.hasSuffix(".app")
    let (bundle, origin): (AppBundle, BundleOrigin) =
      isPath
      ? try context.device { () throws(DeviceError) in
        (try AppBundle.load(at: BuildVerb.absolute(words)), .path)
      } : (try InstalledApps(store: store).bundle(words), .installed)
    let grants = try context.device { () throws(DeviceError) in
      try store.permissions(of: bundle, origin: origin)
    }
    let item = AppItem(bundle, grants)
    context.answer(AppRecord(schema: "lockhost.app/1", app: item)) {
      var lines = [
        "\(bundle.name.column(0))\(FailureText.printable(bundle.version))",
        "  id          \(FailureText.printable(bundle.identifier))",
        "  path        \(FailureText.printable(bundle.path))",
      ]
      lines += bundle.extensions.map {
        "  extension   \($0.identifier.column(0))\(FailureText.printable($0.extensionPoint))"
      }
      lines += item.permissions.map { permission, status in (permission, status) }
        .sorted { $0.0 < $1.0 }.map { "  permission  \($0.0.padded(to: 13))\($0.1)" }
      return lines
    }
    return ExitStatus.success
  }
}

/// An app as JSON has it.
private struct AppItem: Encodable {
  struct Extension: Encodable {
    let identifier: String
    let extensionPoint: String
    let path: String
  }

  let identifier: String
  let name: String
  let version: String
  let path: String
  let extensions: [Extension]
  let permissions: [String: String]

  init(_ bundle: AppBundle, _ grants: [Permission: PermissionGrant] = [:]) {
    identifier = bundle.identifier
    name = bundle.name
    version = bundle.version
    path = bundle.path
    extensions = bundle.extensions.map {
      Extension(identifier: $0.identifier, extensionPoint: $0.extensionPoint, path: $0.path)
    }
    permissions = Dictionary(
      uniqueKeysWithValues: grants.map { ($0.key.rawValue, $0.value.status.rawValue) })
  }
}

/// What `install --json` and `info --json` print.
private struct AppRecord: Encodable {
  let schema: String
  let app: AppItem
}
