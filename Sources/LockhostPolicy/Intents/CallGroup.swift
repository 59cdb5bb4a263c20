// SPDX-License-Identifier: MIT

/// Calls that are refused together: what `deny` and `kill` may name besides single calls.
///
/// A group never admits anything, and a call of a group that some rule admits stays admitted.
public struct CallGroup: Hashable, Sendable {
  /// The word that policies use.
  public let name: String
  /// One sentence for people.
  public let summary: String
  /// Whether admitting one of the calls by itself needs a reason.
  public let isDangerous: Bool
  private let words: String

  private init(_ name: String, _ summary: String, isDangerous: Bool, _ words: String) {
    self.name = name
    self.summary = summary
    self.isDangerous = isDangerous
    self.words = words
  }

  /// The names of the calls.
  var callNames: [String] { words.split(whereSeparator: \.isWhitespace).map(String.init) }

  /// The calls.
  public var calls: [Syscall] { callNames.compactMap(Syscall.named) }

  /// Finds a group by its word.
  public static func named(_ name: String) -> CallGroup? { all.first { $0.name == name } }

  static let names: [String] = all.map(\.name)

  /// The calls of dangerous groups.
  static let dangerousCalls: Set<String> = Set(all.filter(\.isDangerous).flatMap(\.callNames))

  /// Every group.
  public static let all: [CallGroup] = [
    CallGroup(
      "network", "sockets of every family", isDangerous: false,
      """
      socket socketpair connect bind listen accept accept4 getsockname getpeername setsockopt
      getsockopt sendto recvfrom sendmsg recvmsg sendmmsg recvmmsg shutdown
      """),
    CallGroup(
      "tracing", "looking into other processes", isDangerous: true,
      """
      ptrace process_vm_readv process_vm_writev pidfd_getfd kcmp perf_event_open process_madvise
      process_mrelease
      """),
    CallGroup(
      "namespaces", "making and entering namespaces", isDangerous: true, "unshare setns"),
    CallGroup(
      "mounts", "changing what the file system looks like", isDangerous: true,
      """
      mount umount2 pivot_root chroot open_tree open_tree_attr move_mount fsopen fsconfig fsmount
      fspick mount_setattr swapon swapoff
      """),
    CallGroup(
      "modules", "putting code into the kernel", isDangerous: true,
      """
      init_module finit_module delete_module kexec_load kexec_file_load bpf userfaultfd
      """),
    CallGroup(
      "machine", "the machine itself", isDangerous: true,
      """
      reboot iopl ioperm modify_ldt acct quotactl quotactl_fd sethostname setdomainname
      settimeofday clock_settime adjtimex clock_adjtime syslog vhangup
      """),
    CallGroup("keys", "the kernel's key rings", isDangerous: true, "add_key request_key keyctl"),
    CallGroup(
      "handles", "opening files by handle, around every folder", isDangerous: true,
      "open_by_handle_at name_to_handle_at"),
    CallGroup(
      "watching-all", "watching whole file systems", isDangerous: true,
      "fanotify_init fanotify_mark lookup_dcookie"),
    CallGroup(
      "ids", "changing who one is", isDangerous: false,
      """
      setuid setgid setreuid setregid setresuid setresgid setfsuid setfsgid setgroups capset
      """),
    CallGroup(
      "ipc", "System V and POSIX message queues, semaphores and segments", isDangerous: false,
      """
      shmget shmat shmctl shmdt semget semop semtimedop semctl msgget msgsnd msgrcv msgctl
      mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify mq_getsetattr
      """),
    CallGroup(
      "scheduling", "the order in which threads run, and their place in memory", isDangerous: false,
      """
      setpriority sched_setparam sched_setscheduler sched_setattr sched_setaffinity ioprio_set
      mbind get_mempolicy set_mempolicy set_mempolicy_home_node move_pages migrate_pages
      """),
    CallGroup(
      "newer", "calls that every caller can do without, or has an older one for",
      isDangerous: false,
      """
      clone3 openat2 faccessat2 fchmodat2 epoll_pwait2 preadv2 pwritev2 close_range rseq
      pidfd_open pidfd_send_signal futex_waitv futex_wake futex_wait futex_requeue statmount
      listmount cachestat map_shadow_stack memfd_secret mseal setxattrat getxattrat listxattrat
      removexattrat file_getattr file_setattr lsm_get_self_attr lsm_set_self_attr
      lsm_list_modules landlock_create_ruleset landlock_add_rule landlock_restrict_self
      io_uring_setup io_uring_enter io_uring_register io_setup io_destroy io_submit io_cancel
      io_getevents io_pgetevents pkey_alloc pkey_free pkey_mprotect uretprobe uprobe
      """),
    CallGroup(
      "obsolete", "calls that no kernel answers any more", isDangerous: false,
      """
      uselib ustat sysfs _sysctl create_module get_kernel_syms query_module nfsservctl getpmsg
      putpmsg afs_syscall tuxcall security vserver set_thread_area get_thread_area
      epoll_ctl_old epoll_wait_old remap_file_pages
      """),
  ]
}

extension Syscall {
  /// Whether admitting the call by itself needs a reason.
  ///
  /// - Parameter unconditional: Whether all its arguments are admitted. Some calls are only
  ///   dangerous then: they are many calls in one.
  func needsReason(unconditional: Bool) -> Bool {
    if CallGroup.dangerousCalls.contains(name) { return true }
    return unconditional && Self.multiplexers.contains(name)
  }

  /// Calls that are many calls in one, told apart by an argument, some of them harmful: `TIOCSTI`
  /// of `ioctl`, new namespaces by `clone`, network families of `socket`.
  private static let multiplexers: Set = ["ioctl", "prctl", "clone", "clone3", "socket", "seccomp"]

  static let names: [String] = all.map(\.name)
}
