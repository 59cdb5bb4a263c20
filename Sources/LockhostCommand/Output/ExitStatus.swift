// SPDX-License-Identifier: MIT

import Lockhost
package import LockhostDevice
import LockhostExec

/// The exit statuses of `lockhost`, which scripts rely on.
package enum ExitStatus {
  /// It went well; for a session: it ended well.
  package static let success: Int32 = 0
  /// The answer is no: a script's step could not be taken, an expectation failed.
  package static let failure = ExecStatus.failure
  /// The device decides otherwise than `--require`.
  package static let otherDecision: Int32 = 10
  /// The command line is wrong.
  package static let usage: Int32 = 64
  /// A bundle or file is bad.
  package static let badData: Int32 = 65
  /// The sandbox cannot be made in the tier asked for.
  package static let unavailable: Int32 = 69
  /// A bug in lockhost.
  package static let software: Int32 = 70
  /// Busy, or authentication was cancelled.
  package static let temporary: Int32 = 75
  /// A permission is missing.
  package static let noPermission: Int32 = 77
  /// Time ran out.
  package static let timedOut = ExecStatus.timedOut
  /// The guest could not be started.
  package static let cannotStart = ExecStatus.cannotStart
  /// It is there but not executable.
  package static let notExecutable: Int32 = 126
  /// There is no such program.
  package static let notFound: Int32 = 127

  /// The filter killed it: 128 + SIGSYS.
  package static let filterKilled = ExecStatus.filterKilled

  /// Every status with its meaning, for the manual.
  package static let table: [(status: String, meaning: String)] = [
    ("0", "done; the session ended well, or the guest exited with 0 by itself"),
    ("1", "the answer is no: a script's step could not be taken, an expectation failed"),
    ("10", "the device decides otherwise than --require; nothing was started"),
    ("64", "the command line is wrong"),
    ("65", "a bundle or file is bad"),
    ("69", "the sandbox cannot be made in the tier asked for"),
    ("70", "a bug in lockhost"),
    ("75", "busy, or authentication failed or was cancelled"),
    ("77", "a permission is missing"),
    ("124", "the watchdog, or a time limit, ended the guest"),
    ("125", "the guest could not be started"),
    ("126", "the program is not executable"),
    ("127", "there is no such program"),
    (
      "128+n",
      "the guest died of signal n; 159: killed by the filter; 130: Ctrl-C, or a script's `kill`"
    ),
    ("other", "the guest's own status, when it exited by itself"),
  ]
}

extension ExitStatus {
  /// The exit status that a session's record asks for.
  ///
  /// An interruption is 130, for Ctrl-C; a caller that knows another signal says 128 and that.
  package static func status(of record: ExitRecord) -> Int32 {
    let died = record.signal.map { 128 + Int32(clamping: $0) }
    switch record.reason {
    // All went well but the hand-over: what was finished is kept, and the app does not have it.
    case .dismissed, .openedApp: return record.code == nil ? success : badData
    case .exited: return Int32(clamping: record.exitStatus ?? 0)
    case .watchdog: return timedOut
    case .violation: return filterKilled
    case .crashed: return died ?? filterKilled
    case .limit: return died ?? 137
    case .interrupted where record.code == SessionEndCode.permissionRevoked.rawValue:
      return noPermission
    case .interrupted: return 130
    case .hostError where record.code == SessionEndCode.versionMismatch.rawValue:
      return cannotStart
    case .hostError: return record.timeline.executed == nil ? cannotStart : software
    case .notLaunched:
      switch record.code {
      case DeviceError.Code.cameraNotPermitted.rawValue: return noPermission
      case DeviceError.Code.beforeFirstUnlock.rawValue, SessionEndCode.notUnlocked.rawValue,
        SessionEndCode.frozen.rawValue, DeviceError.Code.quarantined.rawValue:
        return temporary
      case nil: return success
      default: return badData
      }
    }
  }
}
