// SPDX-License-Identifier: MIT

import Lockhost
import LockhostDevice

/// `debug`: how to attach to what runs, or an order for the next launch.
enum DebugVerb {
  static func run(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let name = context.command.operands.first ?? ""
    let store = try context.openDevice()
    if context.command.has("next") || context.command.has("cancel") {
      return try order(name, isTakenBack: context.command.has("cancel"), store, context)
    }
    let live = try context.device { () throws(DeviceError) in try store.sessions.live() }
    let found = live.compactMap { entry in
      SessionRemote(sessions: store.sessions, session: entry.id).ask(
        ControlRequest(.status), within: .seconds(5))?.status
    }.filter { status in
      let program = status.program?.split(separator: "/").last.map(String.init)
      return [status.application, status.extension, program].contains(name)
    }
    guard let status = found.last, let process = status.process else {
      throw CommandFailure(
        code: "LH5019", "nothing that is called `\(name)` runs on this device",
        help: ["`lockhost debug \(name) --next` stops its next launch"],
        exitStatus: ExitStatus.temporary)
    }
    let line = DebuggerLine.text(process: process, status.program)
    context.answer(
      AttachRecord(session: status.session, process: process, program: status.program, attach: line)
    ) { [line] }
    return ExitStatus.success
  }

  private static func order(
    _ name: String, isTakenBack: Bool, _ store: DeviceStore, _ context: CommandContext
  ) throws(CommandFailure) -> Int32 {
    let settings = try context.device { () throws(DeviceError) in
      try store.updateSettings { settings in
        var names = (settings.debugNext ?? []).filter { $0 != name }
        if !isTakenBack { names.append(name) }
        settings.debugNext = names.isEmpty ? nil : names
      }
    }
    context.answer(
      ListRecord(schema: "lockhost.debug-next/1", items: settings.debugNext ?? [])
    ) {
      [
        isTakenBack
          ? "the next launch of \(name) starts as usual"
          : "the next launch of \(name) stops before its first instruction"
      ]
    }
    return ExitStatus.success
  }
}

/// What `debug --json` prints.
private struct AttachRecord: Encodable {
  let schema = "lockhost.debug/1"
  let session: String
  let process: Int32
  let program: String?
  let attach: String
}
