// SPDX-License-Identifier: MIT

import LockhostExec
import LockhostSandbox

/// What `exec --json` prints last, for every way in which a program that ran can end.
///
/// For one that never ran there is an error's object instead, as for every verb.
struct ExecRecord: Encodable {
  struct Refused: Encodable {
    let syscall: String
    let arguments: [String]
    let action: String
    let rule: String
    let count: Int
    let source: String?
    let convention: String?
  }

  let schema = "lockhost.exec/1"
  let exitStatus: Int32
  /// `exited`, `signaled`, `violation`, `limit`, `timeout`, `interrupted` or `lost`.
  let reason: String
  /// What it was killed for.
  var code: String?
  var message: String?
  /// Which limit ended it.
  var limit: String?
  var status: Int32?
  var signal: Int32?
  let tier: String
  /// What the program's own cgroup could limit; nil when it had none.
  var cgroup: [String]?
  let violations: [Refused]
  /// How many refused calls are in none of them.
  let unlistedViolations: Int
  var spawnedToExecutedMicroseconds: Int
  var maxResidentBytes: Int?
  /// Of all processes at once, with what they keep in memory files, pipes, sockets and the container.
  var peakBytes: Int?
  /// As the program's own cgroup counted them.
  var peakProcesses: Int?
  var userMicroseconds: Int?
  var systemMicroseconds: Int?

  init(_ outcome: ExecRun.Outcome, _ failure: CommandFailure?) {
    let end = outcome.end
    exitStatus = outcome.exitStatus
    code = failure?.code
    message = failure?.message
    tier = end.tier.rawValue
    switch end.reason {
    case .exited: reason = "exited"
    case .signaled: reason = "signaled"
    case .violation, .flood: reason = "violation"
    case .limit(.time): reason = "timeout"
    case .limit(let limit):
      reason = "limit"
      self.limit = limit.rawValue
    case .stopped: reason = "interrupted"
    case .lost: reason = "lost"
    }
    switch end.exit.status {
    case .exited(let code): status = code
    case .signaled(let number, _): signal = number
    case .killed: signal = 9
    }
    violations = end.violations.map {
      Refused(
        syscall: $0.syscall, arguments: $0.arguments, action: $0.recordedAction, rule: $0.rule,
        count: $0.count, source: $0.source, convention: $0.convention)
    }
    unlistedViolations = end.unlistedViolations
    spawnedToExecutedMicroseconds = Int(end.launchTime / .microseconds(1))
    maxResidentBytes = end.exit.resources?.maximumResidentBytes
    peakBytes = end.peakBytes
    peakProcesses = end.exit.group?.peakProcesses
    cgroup = end.exit.group.map { $0.controllers.sorted().map(\.rawValue) }
    userMicroseconds = end.exit.resources?.userMicroseconds
    systemMicroseconds = end.exit.resources?.systemMicroseconds
  }
}
