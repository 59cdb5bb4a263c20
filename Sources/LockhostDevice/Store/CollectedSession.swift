// SPDX-License-Identifier: MIT

/// What a start found of a session whose host had died.
public struct CollectedSession: Sendable {
  /// The session's identifier.
  public let id: String
  /// The record that was written for it, if it could be finished.
  public let record: ExitRecord?
  /// What stood in the way.
  ///
  /// The session is then kept, and the next start tries again.
  public let problem: DeviceError?
}
