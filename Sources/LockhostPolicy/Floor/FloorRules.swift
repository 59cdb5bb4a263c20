// SPDX-License-Identifier: MIT

/// What the tier `floor` makes of a policy: the same rules, without what only namespaces can hold.
///
/// Three kinds of calls. Those that a namespace alone could bound make the whole policy impossible
/// there, and the launch an error. Those that reach files or processes of others, and that a program
/// can do without, are closed. Those that name a process, or ask for one of many things, are narrowed:
/// to the guest's own number, and to what reaches nobody.
enum FloorRules {
  /// Calls that a policy must not admit at all, with the reason, by group or by name.
  static let impossible: [(names: [String], reason: String)] = [
    (
      ["fork", "vfork", "clone3"],
      "without a pid namespace only a guest that makes no process ends for certain"
    ),
    (
      [
        "socket", "connect", "bind", "listen", "accept", "accept4", "sendmmsg", "recvmmsg",
        "io_uring_setup", "io_uring_enter", "io_uring_register",
      ], "without a network namespace the world behind a socket is the machine's"
    ),
    (["ipc"], "without an IPC namespace these objects are everybody's"),
    (["tracing"], "without a pid namespace the processes are the user's own"),
    (["namespaces", "mounts"], "this tier is for machines that refuse them"),
    (
      ["modules", "machine", "keys", "handles", "watching-all"],
      "without a user namespace it is the machine's own"
    ),
  ]

  /// Why a clone without `CLONE_THREAD` is impossible, too.
  static var processReason: String { impossible.first?.reason ?? "" }

  /// Calls that are closed whatever the policy admits, and what they answer.
  ///
  /// Landlock governs what is opened, made, removed and cut, and none of these. An ordinary user's
  /// guest has that user's id, so without them closed it could change modes, times and attributes of
  /// every file of the user.
  static let closed: [(names: [String], refusal: Refusal)] = [
    (
      [
        "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat",
        "utime",
        "utimes", "futimesat", "utimensat", "setxattr", "lsetxattr", "fsetxattr", "removexattr",
        "lremovexattr", "fremovexattr", "setxattrat", "removexattrat", "file_setattr",
      ], .report(.notPermitted)
    ),
    // As on a file system that has none: `ls -l` asks for them and goes on.
    (
      [
        "getxattr", "lgetxattr", "listxattr", "llistxattr", "getxattrat", "listxattrat",
        "file_getattr",
      ], .errno(.notSupported)
    ),
    // Names of files that come and go, in every folder that the user may read.
    (
      ["inotify_init", "inotify_init1", "inotify_add_watch", "inotify_rm_watch"],
      .report(.notImplemented)
    ),
    // By a thread's number alone, which may be anybody's.
    (["tkill"], .report(.notPermitted)),
    (["pidfd_open", "pidfd_send_signal"], .errno(.notImplemented)),
  ]

  /// Conditions that hold beside the policy's own.
  ///
  /// What they refuse is answered as in the policy, but for the calls of ``quiet``.
  static let narrowed = """
    kill: pid == \(RuleTable.ownProcess)
    tgkill: pid == \(RuleTable.ownProcess)
    rt_sigqueueinfo: pid == \(RuleTable.ownProcess)
    rt_tgsigqueueinfo: pid == \(RuleTable.ownProcess)
    setpgid: pid in {0, \(RuleTable.ownProcess)}
    getpgid: pid in {0, \(RuleTable.ownProcess)}
    getsid: pid in {0, \(RuleTable.ownProcess)}
    prlimit64: pid in {0, \(RuleTable.ownProcess)}
    get_robust_list: pid in {0, \(RuleTable.ownProcess)}
    getpriority: which == PRIO_PROCESS && who in {0, \(RuleTable.ownProcess)}
    setpriority: which == PRIO_PROCESS && who in {0, \(RuleTable.ownProcess)}
    ioprio_get: which == 1 && who in {0, \(RuleTable.ownProcess)}
    ioprio_set: which == 1 && who in {0, \(RuleTable.ownProcess)}
    sched_getaffinity: pid in {0, \(RuleTable.ownProcess)}
    sched_setaffinity: pid in {0, \(RuleTable.ownProcess)}
    sched_getparam: pid in {0, \(RuleTable.ownProcess)}
    sched_setparam: pid in {0, \(RuleTable.ownProcess)}
    sched_getscheduler: pid in {0, \(RuleTable.ownProcess)}
    sched_setscheduler: pid in {0, \(RuleTable.ownProcess)}
    sched_getattr: pid in {0, \(RuleTable.ownProcess)}
    sched_setattr: pid in {0, \(RuleTable.ownProcess)}
    sched_rr_get_interval: pid in {0, \(RuleTable.ownProcess)}
    socketpair: type & 15 == SOCK_STREAM || type & 15 == SOCK_SEQPACKET
    fcntl: command in {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK,
      F_SETLK, F_SETLKW, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW, F_GET_SEALS, F_ADD_SEALS,
      F_GETPIPE_SZ, F_SETPIPE_SZ, F_DUPFD_QUERY, F_CREATED_QUERY}
    """

  /// Calls that a C library makes for each of its threads, and does without where they are missing.
  static let quiet: Set = [
    "sched_getaffinity", "sched_getparam", "sched_getscheduler", "sched_setaffinity",
    "sched_setparam", "sched_setscheduler", "sched_getattr", "sched_setattr",
  ]

  /// The words of a rule that was narrowed.
  static func words(_ rule: String) -> String { "\(rule), in tier floor" }
}
