// SPDX-License-Identifier: MIT

import Glibc
public import LockhostSystem
import Synchronization

/// A guest that runs.
///
/// Dropping the last reference kills the whole tree of processes; the spawner reaps it.
public final class GuestProcess: Sendable {
  /// The host's number for the guest's first process, for people.
  ///
  /// It may be another's by the time it is read; nil when the guest was gone before that.
  public let identifier: Int32?
  /// pid 1 of the guest's namespace: when it has exited, every process of the guest is dead.
  public let initialProcess: ProcessDescriptor
  /// The tier the guest got, which is the one it was specified with.
  public let tier: SandboxTier
  /// The version of Landlock's rules that were applied.
  public let landlockVersion: Int
  /// Where the guest's standard output can be read; its end comes when no process has it any more.
  public let standardOutput: SharedDescriptor
  /// Where the guest's standard error can be read.
  public let standardError: SharedDescriptor
  /// Where refused calls are announced, if the filter has a listener.
  public let listener: SharedDescriptor?
  /// The temporary container, which can be looked at while the guest runs; nil if it has none.
  package let container: GuestContainer?
  /// Where the guest finds what its specification shows it.
  public let paths: GuestPaths
  /// Its own cgroup, where it has one.
  package let group: GuestGroup?
  /// When each step of the launch began.
  public let times: LaunchTimes

  private let askedNumber = Mutex<Int32?>(nil)
  private let lifeline: SharedDescriptor
  private let killing: GuestKill
  private let ending: GuestEnding
  /// Held so that the spawner, whose end would be this guest's, lives as long.
  private let spawner: Spawner

  init(
    identifier: Int32?, initialProcess: ProcessDescriptor, tier: SandboxTier, landlockVersion: Int,
    standardOutput: SharedDescriptor, standardError: SharedDescriptor,
    listener: SharedDescriptor?, container: GuestContainer?, group: GuestGroup?,
    times: LaunchTimes, paths: GuestPaths, lifeline: SharedDescriptor, killing: GuestKill,
    ending: GuestEnding, spawner: Spawner
  ) {
    self.identifier = identifier
    self.initialProcess = initialProcess
    self.tier = tier
    self.landlockVersion = landlockVersion
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.listener = listener
    self.container = container
    self.group = group
    self.times = times
    self.paths = paths
    self.killing = killing
    self.lifeline = lifeline
    self.ending = ending
    self.spawner = spawner
  }

  /// The number of pid 1 on the host, which the kernel is asked for once.
  ///
  /// What is learned by it is of the guest if pid 1 has not exited when it has been learned.
  var firstNumber: Int32? {
    askedNumber.withLock { known in
      if known == nil { known = initialProcess.number }
      return known
    }
  }

  deinit {
    // The lifeline hangs up with this object, which is what ends the guest; this is only sooner, so a
    // failure changes nothing.
    _ = try? killing.perform()
  }

  /// Kills every process of the guest, now.
  ///
  /// Returns at once; ``exit()`` says when they are dead.
  ///
  /// - Throws: `SystemError` for `pidfd_send_signal(2)`.
  public func kill() throws(SystemError) {
    // Before the end, after which nobody can look any more.
    if let resources = resourcesSoFar() { ending.note(resources) }
    try killing.perform()
    // The same again by other means, which need not be there.
    _ = try? group?.kill()
  }

  /// Stops every process of the guest where it is, or lets it go on.
  ///
  /// Returns at once; the kernel stops each when it leaves the call that it is in. A guest that is
  /// stopped can be killed.
  ///
  /// - Throws: `SystemError` for `write(2)`; `EOPNOTSUPP` when the guest has no cgroup of its own.
  public func freeze(_ stops: Bool) throws(SystemError) {
    guard let group else { throw SystemError(call: "cgroup.freeze", code: EOPNOTSUPP) }
    try group.freeze(stops)
  }

  /// Stops the guest as Ctrl-Z stops a program, or lets it go on: its first process with the group that
  /// it leads.
  ///
  /// Processes that have made groups of their own are not in it; ``freeze(_:)`` reaches those too.
  package func suspend(_ stops: Bool) throws(SystemError) {
    guard let identifier else { return }
    let guest = try ProcessDescriptor.open(identifier)
    // The number was the guest's when it was opened: pid 1 ends with the guest, and has not.
    guard !initialProcess.hasExited else { return }
    try guest.signalGroup(stops ? SIGSTOP : SIGCONT)
  }

  /// Waits until every process of the guest is dead and reaped, and says how the first one ended.
  ///
  /// May be called by many tasks and at any time. Does not return early on cancellation: the guest's
  /// end is certain, its time is ``kill()``'s caller's to choose.
  public func exit() async -> GuestExit {
    // Whoever waits has not dropped the guest.
    defer { withExtendedLifetime(self) {} }
    return await ending.value()
  }

  /// Calls a body once every process of the guest is dead and reaped; at once if that was before.
  ///
  /// The body runs on the spawner's loop, where it must not block, or on the caller's thread.
  public func whenExited(_ body: @escaping @Sendable (GuestExit) -> Void) {
    ending.whenSet(body)
  }
}
