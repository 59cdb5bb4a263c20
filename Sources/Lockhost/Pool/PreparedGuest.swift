// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostSandbox
import LockhostSystem
import Synchronization

/// A guest that was started before anybody asked for it, and the folder that its session will have.
///
/// Its program has begun and waits for the answer to its hello; it knows of no session. Dropped
/// without being used, it is killed, and its folder is removed once it is dead.
final class PreparedGuest: Sendable {
  let key: PoolKey
  let program: GuestProgram
  let launched: LaunchedGuest
  let session: PreparedSession
  /// When its program ran.
  let executed: MonotonicInstant
  private let isUsed = Mutex(false)

  init(key: PoolKey, program: GuestProgram, launched: LaunchedGuest, session: PreparedSession) {
    self.key = key
    self.program = program
    self.launched = launched
    self.session = session
    executed = launched.process.times.executed
  }

  deinit {
    guard !isUsed.withLock({ $0 }) else { return }
    let session = session
    launched.process.whenExited { _ in WorkQueue.perform { session.discard() } }
    // The process goes with this object; this is only sooner.
    try? launched.process.kill()
  }

  /// Says that its folder is a session's now, so it is not removed any more.
  func use() { isUsed.withLock { $0 = true } }

  /// Whether it can still be used.
  var isAlive: Bool { !launched.process.initialProcess.hasExited }

  /// Whether it holds more memory than it may; nobody else counts before its session begins.
  var isOverweight: Bool {
    guard let limit = program.specification.limits.memory, let use = launched.process.use() else {
      return false
    }
    return use.bytes > limit.bytes
  }
}
