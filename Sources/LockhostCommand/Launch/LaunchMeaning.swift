// SPDX-License-Identifier: MIT

import Lockhost
import LockhostDevice

/// What a typed `launch` means.
struct LaunchMeaning {
  var request = LaunchRequest()
  var script: Script?
  var stepTimeout = Duration.seconds(30)
  var isDryRun = false
  var recordFile: RecordFile?

  /// Understands every word, and reads the script.
  ///
  /// - Throws: LH5004 for a word that means nothing, LH51nn for the script, LH5008 for a place where
  ///   the record cannot be written.
  init(_ context: CommandContext) throws(CommandFailure) {
    let command = context.command
    request.set = context.set
    request.device = context.device
    request.app = command.operands.first
    request.lockState = LockState.allCases.first { command.has($0.rawValue) }
    if let word = command.value("from"), let entry = EntryPoint(rawValue: word) {
      request.entryPoint = entry
    }
    request.requirement = command.value("require").flatMap(LaunchRequest.Target.init)
    request.camera = command.value("camera")
    request.tier = command.value("tier")
    request.watchdog = try command.positiveDuration("watchdog")
    request.authentication = command.value("auth").flatMap(AuthenticationAnswer.init)
    request.authenticationPatience = try command.duration("auth-timeout")
    request.idleLimit = try command.positiveDuration("idle")
    request.waitsForDebugger = command.has("wait-for-debugger")
    for words in command.values["fault"] ?? [] { request.faults.append(try FaultText.parse(words)) }
    if let limit = try command.duration("step-timeout") { stepTimeout = limit }
    if let text = command.value("do") { script = try ScriptSource.read(text) }
    isDryRun = command.has("dry-run")
    if let path = command.value("json-output") { recordFile = try RecordFile(path: path) }
  }
}
