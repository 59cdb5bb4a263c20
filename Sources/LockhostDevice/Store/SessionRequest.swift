// SPDX-License-Identifier: MIT

/// What is known of a session before anything of it exists.
public struct SessionRequest: Sendable {
  /// The app's bundle identifier.
  public var application: String
  /// The extension's bundle identifier, when an extension is to start.
  public var `extension`: String?
  /// The lock state at the launch.
  public var lockState: LockState
  /// Where the person pressed.
  public var entryPoint: EntryPoint
  /// What was decided.
  public var decision: LaunchDecision

  /// Creates a request.
  public init(
    application: String, extension: String?, lockState: LockState, entryPoint: EntryPoint,
    decision: LaunchDecision
  ) {
    self.application = application
    self.extension = `extension`
    self.lockState = lockState
    self.entryPoint = entryPoint
    self.decision = decision
  }
}
