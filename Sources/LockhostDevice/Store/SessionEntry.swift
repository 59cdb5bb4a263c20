// SPDX-License-Identifier: MIT

/// One line in the list of sessions.
public struct SessionEntry: Sendable {
  /// Where a session stands.
  public enum State: String, CaseIterable, Sendable {
    /// A process holds its lock.
    case live
    /// It ended, and has a record.
    case ended
    /// Its host died; the next start finishes it.
    case abandoned
  }

  /// The session's identifier.
  public let id: String
  /// Where it stands.
  public let state: State
  /// Its record; for a session that has not ended, what is known so far.
  public let record: ExitRecord?
  /// Why there is no record.
  public let problem: DeviceError?
}
