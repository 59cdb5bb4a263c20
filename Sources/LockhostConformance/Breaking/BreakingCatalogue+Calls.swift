// SPDX-License-Identifier: MIT

extension BreakingCatalogue {
  private static let socketCall: UInt32 = 41

  static let filter: [BreakingFixture] = [
    .head("LH-ABI-001", .passesThirtyTwoBit),
    .head("LH-ABI-002", .passesX32),
    .head("LH-ABI-003", .answersUnknown(1)),
    .admits("LH-ABI-004", "mseal"),
    .admits("LH-ABI-005", "clone3", dangerous: true),
    .head("LH-ABI-006", .passesUpperHalf(call: 16, argument: 1)),
    .head("LH-ABI-007", .passesMark(call: socketCall, mark: 0x7468)),
    .head("LH-ABI-008", .passesMark(call: socketCall, mark: 0x6673)),
    .admits("LH-ABI-009", "seccomp", dangerous: true),
    .admits("LH-ABI-010", "ioprio_get"),
    .admits("LH-ABI-011", "landlock_create_ruleset"),
  ]

  static let credentials: [BreakingFixture] = [
    // geteuid and getuid tell what the filter says, and the filter says 0.
    .head("LH-CRED-001", .answers(call: 102, 0)),
    .weak("LH-CRED-002", "bounding-set"),
    .admits("LH-CRED-003", "capset"),
    .admits("LH-CRED-004", "setgid"),
    .policy("LH-CRED-005", "prctl: option == PR_SET_NO_NEW_PRIVS"),
    .policy("LH-CRED-006", "prctl: option == PR_SET_KEEPCAPS"),
    .policy("LH-CRED-007", "prctl: option == PR_SET_TSC"),
    .policy("LH-CRED-008", "prctl: option == PR_SET_CHILD_SUBREAPER"),
  ]

  static let processes: [BreakingFixture] = [
    .admits("LH-PROC-001", "fork"),
    .admits("LH-PROC-002", "execve"),
    .policy("LH-PROC-003", "mmap: prot == 7"),
    .admits("LH-PROC-004", "execveat"),
    .admits("LH-PROC-005", "tkill"),
    .weak("LH-PROC-006", "pid-namespace"),
    .admits("LH-PROC-007", "kcmp", dangerous: true),
    .policy("LH-PROC-008", "fcntl: command == F_SETOWN"),
    .policy("LH-PROC-009", "prlimit64: new_limit == 0"),
    .admits("LH-PROC-010", "setrlimit"),
    .admits("LH-PROC-011", "setpriority"),
    .admits("LH-PROC-012", "waitid"),
    .admits("LH-PROC-013", "setpgid"),
    .admits("LH-PROC-014", "timer_create"),
    .admits("LH-PROC-015", "get_robust_list"),
  ]

  static let namespaces: [BreakingFixture] = [
    .policy("LH-NS-001", "unshare: flags has CLONE_NEWUTS because \"a fixture\""),
    .policy("LH-NS-002", "clone: flags has CLONE_NEWUTS"),
    .admits("LH-NS-003", "setns", dangerous: true),
    .admits("LH-NS-004", "umount2", dangerous: true),
    .admits("LH-NS-005", "fsconfig", dangerous: true),
    .admits("LH-NS-006", "listmount"),
    .admits("LH-NS-007", "chroot", dangerous: true),
    .admits("LH-NS-008", "swapon", dangerous: true),
    .weak("LH-NS-009", "hostname"),
    .weak("LH-NS-010", "network-namespace"),
    .weak("LH-NS-011", "ipc-namespace"),
  ]

  static let network: [BreakingFixture] = [
    .policy("LH-NET-001", "socket: domain == AF_INET"),
    .policy("LH-NET-002", "socket: domain == AF_UNIX"),
    .policy("LH-NET-003", "socket: domain == AF_NETLINK"),
    .policy("LH-NET-004", "socket: domain == AF_PACKET"),
    .policy("LH-NET-005", "socket: domain == AF_VSOCK"),
    .policy("LH-NET-006", "socket: domain == AF_ALG"),
    .policy("LH-NET-007", "socket: domain == AF_CAN"),
    .admits("LH-NET-008", "listen"),
    .policy("LH-NET-009", "socketpair: domain == AF_INET"),
    .policy("LH-NET-010", "ioctl: request == SIOCGIFCONF"),
    .admits("LH-IPC-001", "shmdt"),
    .admits("LH-IPC-002", "semctl"),
    .admits("LH-IPC-003", "msgctl"),
    .admits("LH-IPC-004", "mq_notify"),
    BreakingFixture("LH-IPC-005", [.shows(path: "/dev/shm", writable: true)]),
    .policy("LH-BROK-003", "setsockopt: fd == 3"),
  ]

  static let kernel: [BreakingFixture] = [
    .admits("LH-KERN-001", "bpf", dangerous: true),
    .admits("LH-KERN-002", "io_uring_enter"),
    .admits("LH-KERN-003", "io_setup"),
    .admits("LH-KERN-004", "userfaultfd", dangerous: true),
    .admits("LH-KERN-005", "perf_event_open", dangerous: true),
    .admits("LH-KERN-006", "keyctl", dangerous: true),
    .admits("LH-KERN-007", "quotactl", dangerous: true),
    .admits("LH-KERN-008", "adjtimex", dangerous: true),
    .admits("LH-KERN-009", "modify_ldt", dangerous: true),
    .admits("LH-KERN-010", "personality"),
    .admits("LH-KERN-011", "fanotify_mark", dangerous: true),
    .admits("LH-KERN-012", "inotify_add_watch"),
    .admits("LH-KERN-013", "ustat"),
    .admits("LH-KERN-014", "mbind"),
    .admits("LH-KERN-015", "tee"),
    .admits("LH-KERN-016", "mlockall"),
    .admits("LH-KERN-017", "pkey_free"),
    .policy("LH-KERN-018", "madvise: advice == MADV_MERGEABLE"),
    .policy("LH-KERN-019", "getrandom: flags == 2"),
    .policy("LH-KERN-020", "memfd_create: flags == 4"),
    .admits("LH-KERN-021", "syncfs"),
    .policy("LH-TTY-001", "ioctl: request == TIOCSTI"),
    .policy("LH-TTY-002", "ioctl: request == TIOCLINUX"),
    .policy("LH-TTY-003", "ioctl: request == TIOCSETD"),
    .policy("LH-FILE-013", "mknodat: mode & 0o170000 == 0o20000"),
    .admits("LH-FILE-014", "lchown"),
    .admits("LH-FILE-015", "fsetxattr"),
    .admits("LH-FILE-016", "name_to_handle_at", dangerous: true),
  ]
}
