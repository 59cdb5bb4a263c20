// SPDX-License-Identifier: MIT

import LockhostDevice

/// `lock`, `unlock`, `state`: the device's stored lock state.
enum StateVerbs {
  static func lock(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    // A device that was never unlocked is locked in the strongest way already.
    try set(context) { $0 == .beforeFirstUnlock ? $0 : .locked }
  }

  static func unlock(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    switch context.command.value("auth") {
    case "fail":
      throw refused("the face does not match", context)
    case "cancel":
      throw refused("authentication was cancelled", context)
    default:
      return try set(context) { _ in .unlocked }
    }
  }

  static func state(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    if let word = context.command.operands.first, let state = LockState(rawValue: word) {
      return try set(context) { _ in state }
    }
    let store = try context.openDevice()
    let settings = try context.device { () throws(DeviceError) in try store.settings() }
    show(settings, context)
    return ExitStatus.success
  }

  private static func refused(_ why: String, _ context: CommandContext) -> CommandFailure {
    CommandFailure(
      code: "LH5013", "\(why); the device stays as it is",
      help: ["`lockhost unlock` lets it match"], exitStatus: ExitStatus.temporary)
  }

  private static func set(
    _ context: CommandContext, _ change: (LockState) -> LockState
  ) throws(CommandFailure) -> Int32 {
    let store = try context.openDevice()
    let settings = try context.device { () throws(DeviceError) in
      try store.updateSettings { $0.lockState = change($0.lockState) }
    }
    show(settings, context)
    return ExitStatus.success
  }

  private static func show(_ settings: DeviceSettings, _ context: CommandContext) {
    let record = StateRecord(
      device: context.device, lockState: settings.lockState,
      cameraApplication: settings.cameraApplication, cameraSource: settings.cameraSource)
    context.answer(record) {
      [
        settings.lockState.rawValue,
        "device  \(context.device)",
        "app     \(settings.cameraApplication ?? "the sample")",
        "camera  \(settings.cameraSource ?? "pattern")",
      ]
    }
  }
}

/// What `state --json` prints.
private struct StateRecord: Encodable {
  let schema = "lockhost.state/1"
  let device: String
  let lockState: LockState
  let cameraApplication: String?
  let cameraSource: String?
}
