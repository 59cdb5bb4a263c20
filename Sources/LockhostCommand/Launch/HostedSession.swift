// SPDX-License-Identifier: MIT

package import Lockhost
package import LockhostDevice

/// A session that `launch` started: driven, watched, and in the end asked for its record.
package protocol HostedSession: SessionDriving {
  /// The session's id, as in its record.
  var identifier: String { get }

  /// What was decided, rule by rule.
  var decision: LaunchDecision { get }

  /// What people are told while it runs, in order; finishes when the session is over.
  ///
  /// For one reader. A reader that is slow loses nothing but time.
  var notices: AsyncStream<SessionNotice> { get }

  /// Now, for the status line. Cheap enough for ten times a second.
  func status() async -> SessionStatus

  /// Ends the session because lockhost was interrupted.
  ///
  /// - Parameter now: `false` gives the guest its grace; `true` kills at once. Either way the
  ///   container is wiped, the content handed over and the record written before `outcome`
  ///   returns.
  /// - Parameter signal: The number of the signal, which the exit status names: 128 + signal.
  func interrupt(now: Bool, signal: Int32) async

  /// Keeps in the record that a step of the script could not be taken; too late once it is written.
  func note(_ failedStep: ExitRecord.FailedStep) async

  /// Waits for the very end: tree dead, container gone, content handed over, record written.
  func outcome() async -> SessionOutcome
}

/// What a session left behind.
package struct SessionOutcome: Sendable {
  /// The exit record, as it is stored with the session.
  package let record: ExitRecord
  /// What `lockhost launch` exits with, unless a script's step failed.
  package let exitStatus: Int32

  /// Takes a record; the exit status is what `ExitStatus.status(of:)` makes of it, unless said.
  package init(record: ExitRecord, exitStatus: Int32? = nil) {
    self.record = record
    self.exitStatus = exitStatus ?? ExitStatus.status(of: record)
  }
}
