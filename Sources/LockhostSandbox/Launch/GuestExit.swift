// SPDX-License-Identifier: MIT

import CLinux

/// How a guest came to its end.
///
/// That it ended badly is an outcome and not an error: a guest that never ran is a ``SandboxError``.
public struct GuestExit: Hashable, Sendable {
  /// What the kernel says about the end of the guest's first process.
  public enum Status: Hashable, Sendable {
    /// It left by itself, with a code of 0…255.
    case exited(Int32)
    /// A signal ended it.
    case signaled(Int32, dumpedCore: Bool)
    /// It was killed together with pid 1, by the host or because the host's lifelines broke.
    case killed
  }

  /// What the guest used.
  ///
  /// Of a guest that was killed, it is what could be seen just before: time to a hundredth of a second.
  public struct Resources: Hashable, Sendable {
    /// The largest resident size of one process of the tree.
    public var maximumResidentBytes: Int
    /// Processor time in user mode, of the whole tree.
    public var userMicroseconds: Int
    /// Processor time in the kernel, of the whole tree, pid 1's set-up included.
    public var systemMicroseconds: Int

    /// Makes a record of use.
    public init(maximumResidentBytes: Int, userMicroseconds: Int, systemMicroseconds: Int) {
      self.maximumResidentBytes = maximumResidentBytes
      self.userMicroseconds = userMicroseconds
      self.systemMicroseconds = systemMicroseconds
    }
  }

  /// What was in the temporary container when the whole tree was dead.
  public struct ContainerUse: Hashable, Sendable {
    /// Files and folders, without those that the launch made.
    public var files: Int
    /// The memory they took, in whole pages; in tier `floor` the sizes of the files.
    public var bytes: Int
    /// How many of them could not be removed: 0 wherever the kernel removes them with the guest.
    public var leftovers = 0

    /// Makes an account of a container.
    public init(files: Int, bytes: Int) {
      self.files = files
      self.bytes = bytes
    }
  }

  /// What was counted in the guest's own cgroup.
  public struct GroupUse: Hashable, Sendable {
    /// What it could limit.
    public var controllers: Set<GroupController>
    /// The most memory that all of the guest had at once; nil where that is not counted.
    public var peakBytes: Int?
    /// The most processes and threads at once; nil where that is not counted (before Linux 6.10).
    public var peakProcesses: Int?
    /// How many processes the kernel killed for want of memory.
    public var memoryKills = 0
    /// How often a new process was refused.
    public var refusedProcesses = 0
    /// Whether the kernel counted nobody in it any more.
    public var isEmpty = false
    /// Whether it is gone.
    public var isRemoved = false

    /// Makes an account of a cgroup in which nothing happened.
    public init(controllers: Set<GroupController>) {
      self.controllers = controllers
    }
  }

  /// How the first process ended.
  public var status: Status
  /// What the whole tree used; nil when the spawner died before it could say, and nobody had looked.
  public var resources: Resources?
  /// What was in the temporary container, which is gone by now.
  ///
  /// Nil when the guest had none, or nobody was there to count.
  public var container: ContainerUse?
  /// Whether it was killed because it kept more in its container than that may hold.
  ///
  /// In tier `floor` only; elsewhere a full container makes calls fail.
  public var exceededContainer = false
  /// What was counted in its own cgroup, which is gone by now; nil when it had none.
  public var group: GroupUse?

  /// Makes an end.
  public init(status: Status, resources: Resources?, container: ContainerUse? = nil) {
    self.status = status
    self.resources = resources
    self.container = container
  }

  /// The code a shell would show: the guest's own, or 128 and the signal.
  public var shellCode: Int32 {
    switch status {
    case .exited(let code): code
    case .signaled(let signal, _): 128 + signal
    case .killed: 128 + 9
    }
  }
}

extension GuestExit.Status {
  /// Reads a wait status, as `wait4(2)` gives it.
  init(waitStatus: Int32) {
    if lh_wait_exited(waitStatus) {
      self = .exited(lh_wait_exit_code(waitStatus))
    } else {
      self = .signaled(
        lh_wait_signal(waitStatus), dumpedCore: lh_wait_dumped_core(waitStatus))
    }
  }
}
