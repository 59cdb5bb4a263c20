// SPDX-License-Identifier: MIT

/// What ended a wait.
package enum WaitOutcome: Hashable, Sendable {
  /// The condition holds.
  case happened
  /// The session ended, and with it the hope.
  case ended(SessionEnding)
  /// Time ran out; the session is still running.
  case timedOut
}
