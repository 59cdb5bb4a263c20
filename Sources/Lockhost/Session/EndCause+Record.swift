// SPDX-License-Identifier: MIT

package import LockhostDevice
import LockhostSandbox
import LockhostServices
import LockhostSystem

/// An end in the words of the exit record.
extension EndCause {
  /// Why the session ended, as the record's closed list has it.
  package var reason: ExitRecord.Reason {
    switch self {
    case .dismissed, .idle: .dismissed
    case .openedApp: .openedApp
    case .exited: .exited
    case .watchdog: .watchdog
    case .attack, .filterKill, .refusalFlood, .protocolBreach: .violation
    case .crashed: .crashed
    case .limit: .limit
    case .interrupted, .killed, .permissionRevoked: .interrupted
    case .hostError: .hostError
    }
  }

  /// The article that explains the end; nil for an end that needs no explanation.
  package var code: String? {
    switch self {
    case .dismissed, .idle, .openedApp, .exited(code: 0): nil
    case .exited: SessionEndCode.failed.rawValue
    case .watchdog(missing: []): SessionEndCode.noHello.rawValue
    case .watchdog: SessionEndCode.watchdog.rawValue
    case .attack: SessionEndCode.attack.rawValue
    case .filterKill: SessionEndCode.filterKill.rawValue
    case .refusalFlood: SessionEndCode.refusalFlood.rawValue
    case .protocolBreach: SessionEndCode.protocolBreach.rawValue
    case .crashed: SessionEndCode.crashed.rawValue
    case .limit: SessionEndCode.limit.rawValue
    case .interrupted: SessionEndCode.interrupted.rawValue
    case .killed: SessionEndCode.killed.rawValue
    case .permissionRevoked: SessionEndCode.permissionRevoked.rawValue
    case .hostError(let code, _): code
    }
  }

  /// What happened, in one sentence with the case at hand.
  package var message: String? {
    switch self {
    case .dismissed, .openedApp, .exited(code: 0): nil
    case .idle(let limit):
      "nobody touched the phone for \(limit.wholeMilliseconds) ms, so the device dismissed it"
    case .exited(let code): "the guest ended with exit code \(code)"
    case .watchdog(missing: []): "the guest did not say hello in time"
    case .watchdog(let missing):
      "not done in time: " + missing.map(\.title).joined(separator: "; ")
    case .attack(let violation): "\(violation.call), refused by: \(violation.rule)"
    case .filterKill: "the kernel killed the guest for a system call that nobody listened for"
    case .refusalFlood(let total): "\(total) calls were refused, more than any mistake explains"
    case .protocolBreach(let what): what
    case .crashed(let signal):
      "the guest died of signal \(signal)" + (SignalName.of(signal).map { " (\($0))" } ?? "")
    case .limit(let which): "the guest used up its limit of \(which)"
    case .interrupted(let signal): "lockhost got signal \(signal)"
    case .killed: "the guest was killed by whoever drove the session"
    case .permissionRevoked(let permission):
      "\(permission.title) was taken back while the guest ran"
    case .hostError(_, let message): message
    }
  }

  /// The signal that ended the guest, where it was one.
  var signal: Int32? {
    switch self {
    case .watchdog, .refusalFlood, .protocolBreach, .limit, .killed, .permissionRevoked: 9
    case .attack, .filterKill: 31
    case .crashed(let signal): signal
    default: nil
    }
  }

  /// What the watchdog found missing.
  var missing: [Requirement] {
    if case .watchdog(let missing) = self { missing } else { [] }
  }

  /// Whether the guest came to a good end.
  var isWell: Bool {
    switch self {
    case .dismissed, .idle, .openedApp, .exited(code: 0): true
    default: false
    }
  }

  /// What people are told when the end begins.
  var announcement: String {
    switch self {
    case .dismissed: "dismissed"
    case .openedApp: "leaving for the app"
    case .exited(let code): "the guest ended with exit code \(code)"
    default: message ?? reason.rawValue
    }
  }
}

extension Violation {
  /// The refusal in one line, for people.
  var summary: String {
    "\(call) was refused by: \(rule)" + (source.map { ", at \($0)" } ?? "")
  }
}
