// SPDX-License-Identifier: MIT

import CLockhostTesting
import Glibc
import LockhostPolicy

/// Names and habits of the calls that a launch makes.
enum SystemCall {
  static let execveat = number("execveat")

  static func number(_ name: String) -> Int32 {
    Int32(Syscall.named(name)?.number ?? 0)
  }
  static func name(_ call: lh_judged_call) -> String {
    Syscall.numbered(UInt32(call.number))?.name ?? "\(call.number)"
  }
  static func describe(_ call: lh_judged_call) -> String {
    let (a, b, c, _, _, _) = call.arguments
    return "\(name(call))(\(a), \(b), \(c), …)"
  }
  static func canFail(_ call: lh_judged_call) -> Bool { name(call) != "exit_group" }

  /// Everything that a kernel might plausibly answer: what security modules and filters say to any
  /// call, what any kernel without memory or without the call says, and what its manual page lists.
  static func errors(of call: lh_judged_call, turn: Int) -> [Int32] {
    // Forty capabilities and sixty signals are dropped one by one.
    let isOneOfMany = name(call) == "rt_sigaction" || isPrctl(call, capabilityDrop)
    if isOneOfMany { return turn.isMultiple(of: 16) ? [EPERM, EACCES, ENOSYS, EINTR] : [] }
    let own = ownErrors.first { $0.calls.contains(name(call)) }?.errors ?? []
    return general + own.filter { !general.contains($0) }
  }

  private static let general = [EPERM, ENOMEM, ENOSYS, EINVAL, EACCES]

  private static let ownErrors: [(calls: Set<String>, errors: [Int32])] = [
    (["read"], [EINTR, EIO, EBADF]),
    (["write"], [EINTR, EIO, ENOSPC, EAGAIN]),
    (["poll", "ppoll", "wait4"], [EINTR]),
    (["recvmsg"], [EINTR, EAGAIN, ECONNRESET]),
    (["sendmsg"], [EINTR, EAGAIN, ENOBUFS, EPIPE, ECONNREFUSED, ETOOMANYREFS, EMSGSIZE]),
    (["clone3", "clone"], [EINTR, EAGAIN, ENOSPC, EUSERS, EBUSY, EOPNOTSUPP]),
    (["openat", "openat2"], [EINTR, EMFILE, ENFILE, ENOENT, ELOOP, ENOTDIR, EXDEV, EAGAIN, EIO]),
    (["open_tree"], [EMFILE, ENFILE, ENOENT, ELOOP, EIO]),
    (["mount_setattr", "move_mount", "pivot_root", "umount2"], [EBUSY, ENOENT, ENOTDIR, ELOOP]),
    (["fsopen", "fsmount"], [EMFILE, ENFILE, ENODEV, EBUSY]),
    (["fsconfig"], [EBUSY, ENOSPC, EOPNOTSUPP]),
    (["pipe2", "signalfd4", "socketpair", "epoll_create1"], [EMFILE, ENFILE]),
    (["dup2", "dup3", "fcntl"], [EMFILE, EBADF, EBUSY, EINTR]),
    (["close", "close_range"], [EBADF, EINTR, EIO, EMFILE]),
    (["mkdir", "mkdirat", "mknodat"], [ENOSPC, EDQUOT, EROFS, ENOENT, EIO]),
    (["chdir", "fchdir"], [ENOENT, ENOTDIR, EIO]),
    (["fchownat"], [EROFS, EIO]),
    (["fstat", "newfstatat", "fstatfs"], [EIO, EOVERFLOW, EBADF]),
    (["mmap"], [EAGAIN, ENFILE, ENODEV]),
    (["setresuid"], [EAGAIN]),
    (["keyctl"], [EDQUOT, EKEYREVOKED, EOPNOTSUPP]),
    (
      ["landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self"],
      [EOPNOTSUPP, EMFILE, ENOMSG, EBADF, E2BIG]
    ),
    (["seccomp"], [EMFILE, EBUSY, ESRCH, EFAULT]),
    (
      ["execveat"], [ENOENT, ENOEXEC, ETXTBSY, E2BIG, EIO, EAGAIN, EMFILE, ELOOP, ENOTDIR, ELIBBAD]
    ),
  ]

  // PR_SET_NAME and PR_CAPBSET_DROP of linux/prctl.h, which the C library's module lacks.
  private static let setName: Int32 = 15
  private static let capabilityDrop: Int32 = 24

  private static func isPrctl(_ call: lh_judged_call, _ option: Int32) -> Bool {
    name(call) == "prctl" && Int32(truncatingIfNeeded: call.arguments.0) == option
  }

  /// Whether a launch may go on without it, and why.
  static func isDispensable(_ call: lh_judged_call, _ error: Int32) -> Bool {
    switch name(call) {
    // Only for people who look at a list of processes.
    case "prctl": isPrctl(call, setName)
    // They cannot fail, and their callers do not ask.
    case "geteuid", "umask", "munmap": true
    // On the floor the guest's own number goes into its filter: without it, it is nobody.
    case "getpid": call.role == Int32(LH_ROLE_GUEST.rawValue)
    // The list of children that the guest's parent reads on the floor, or does without.
    case "openat":
      call.role == Int32(LH_ROLE_INIT.rawValue) && call.arguments.2 == UInt64(O_CLOEXEC)
    // What stays open is closed by close_range, which is not dispensable.
    case "close": true
    // EINVAL is what the C library's own two signals answer.
    case "rt_sigaction": error == EINVAL
    // A kernel without keyrings has none that a guest could inherit.
    case "keyctl": error == ENOSYS
    // Made again.
    case "read", "write", "poll", "ppoll", "sendmsg", "wait4": error == EINTR
    case "recvmsg": error == EINTR || error == EAGAIN
    default: false
    }
  }

  /// Whether it only asks for a number, which it cannot fail to; a wrong one is found out later.
  static func asksForNumber(_ call: lh_judged_call) -> Bool {
    ["getpid", "getppid", "geteuid"].contains(name(call))
  }

  /// Whether it belongs to the watch over a guest that runs already.
  ///
  /// That is no step of a launch: its failure ends the guest, which may have run by then.
  static func isOfTheWatch(_ call: lh_judged_call) -> Bool {
    switch (name(call), call.role) {
    case ("ppoll", _), ("wait4", _), ("pread64", _), ("kill", Int32(LH_ROLE_INIT.rawValue)): true
    // A signal taken, and the guest's end told.
    case ("read", _): call.arguments.2 == 128
    case ("sendmsg", Int32(LH_ROLE_INIT.rawValue)): call.arguments.0 == 2
    case ("poll", Int32(LH_ROLE_SPAWNER.rawValue)): true
    // The spawner's word that the tree is dead, on the descriptor that it kept for that.
    case ("sendmsg", Int32(LH_ROLE_SPAWNER.rawValue)): call.arguments.0 >= 512
    default: false
    }
  }
  static func isWord(_ call: lh_judged_call) -> Bool { name(call) == "sendmsg" }
}
