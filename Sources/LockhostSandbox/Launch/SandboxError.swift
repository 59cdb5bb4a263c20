// SPDX-License-Identifier: MIT

public import LockhostSystem

/// Why a guest could not be started.
public enum SandboxError: Error, Hashable, Sendable {
  /// A step of the launch failed; nothing ran, and nothing is left.
  ///
  /// `index` says which element of the step's list, the third mount or the second limit.
  case launch(step: LaunchStep, index: Int, cause: SystemError)
  /// The machine does not give this tier, and why.
  case tierUnavailable(SandboxTier, reason: String)
  /// The specification cannot be meant: which part of it, and why.
  case invalidSpecification(field: String, reason: String)
  /// A file of the specification cannot be opened: by its path in the host.
  case unreadable(path: String, cause: SystemError)
  /// What is to be written in belongs to a user that the guest is not, and is closed to others: by its
  /// path in the host. For root's guests only, since they are never root.
  case unwritable(path: String, owner: UInt32)
  /// A folder cannot be put into the sandbox, though it can be opened: by its path in the host.
  ///
  /// `mounts` are the file systems mounted below it. An ordinary user's sandbox cannot have a folder
  /// without them, and they are not what was asked for.
  case unshowable(path: String, mounts: [String], cause: SystemError)
  /// The file is no program that this machine can run, or lacks a library: by its path in the host.
  case notProgram(path: String, cause: ELFError)
  /// The policy did not become a filter.
  case filter(FilterError)
  /// The spawner could not be found or started.
  case spawnerUnavailable(SystemError)
  /// The spawner ended while the guest was being started; the next launch starts another.
  case spawnerDied
  /// The guest died during set-up, after this step had begun, without a word.
  case diedDuringSetUp(after: LaunchStep)
  /// The program did not run within the specification's deadline; the guest is dead.
  case timedOut(Duration)
  /// The task that launched was cancelled; the guest is dead.
  case cancelled
  /// The kernel or the library refused something else.
  case system(SystemError)
}
