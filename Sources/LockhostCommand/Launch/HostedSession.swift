// SPDX-License-Identifier: MIT

/// A session that `launch` started: driven, watched, and in the end asked for its record.
package protocol HostedSession: SessionDriving {
  /// The session's id, as in its record.
  var identifier: String { get }

  /// What was decided, rule by rule.
  var decision: DecisionReport { get }

  /// What people are told while it runs, in order; finishes when the session is over.
  ///
  /// For one reader. A reader that is slow loses nothing but time.
  var notices: AsyncStream<SessionNotice> { get }

  /// Now, for the status line. Cheap enough for ten times a second.
  var status: SessionStatus { get }

  /// Ends the session because lockhost was interrupted.
  ///
  /// - Parameter now: `false` gives the guest its grace; `true` kills at once. Either way the
  ///   container is wiped, the content handed over and the record written before `outcome`
  ///   returns.
  /// - Parameter signal: The number of the signal, which the exit status names: 128 + signal.
  func interrupt(now: Bool, signal: Int32)

  /// Waits for the very end: tree dead, container gone, content handed over, record written.
  func outcome() async -> SessionOutcome
}

/// One line for people about a running session.
package enum SessionNotice: Hashable, Sendable {
  /// A step of the session's life: "ready", "photo added", "the app opened".
  case event(String)
  /// A call that was refused, already in words.
  case refusal(String)
  /// What the guest wrote.
  case output(String, isError: Bool)
  /// Something that weakens the run, such as a lower tier.
  case warning(String)
}

/// What the status line shows.
package struct SessionStatus: Hashable, Sendable {
  /// "starting", "presented", "ready", "asking to unlock", "ending".
  package var phase: String
  /// Until the watchdog fires; `nil` when it no longer can.
  package var watchdogLeft: Duration?
  /// How many photos this session has added.
  package var photos: Int

  package init(phase: String, watchdogLeft: Duration?, photos: Int) {
    self.phase = phase
    self.watchdogLeft = watchdogLeft
    self.photos = photos
  }
}

/// What a session left behind.
package struct SessionOutcome: Sendable {
  /// The exit record as one line of JSON, exactly as it is stored.
  package let recordLine: String
  /// What `lockhost launch` exits with, when no script step failed: see the table of exit codes in the manual.
  package let exitStatus: Int32
  /// The reason and code of the record.
  package let ending: SessionEnding
  /// What a person should read about a bad end: what happened and why, in one sentence.
  package let explanation: String?

  package init(
    recordLine: String, exitStatus: Int32, ending: SessionEnding, explanation: String?
  ) {
    self.recordLine = recordLine
    self.exitStatus = exitStatus
    self.ending = ending
    self.explanation = explanation
  }
}
