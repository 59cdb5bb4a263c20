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

  /// What a kernel might plausibly answer, some of it in turns: a launch makes hundreds of calls.
  static func errors(of call: lh_judged_call, turn: Int) -> [Int32] {
    // Forty capabilities and sixty signals are dropped one by one.
    let isOneOfMany = name(call) == "rt_sigaction" || isPrctl(call, capabilityDrop)
    if isOneOfMany { return turn.isMultiple(of: 16) ? [EPERM, EINTR] : [] }
    let general = [EPERM, ENOMEM, ENOSYS, EINVAL, EACCES][turn % 5]
    switch name(call) {
    case "read", "write", "poll", "ppoll", "recvmsg", "sendmsg", "wait4", "clone3", "openat2":
      return [general, EINTR]
    case "openat", "open_tree", "fsopen", "fsmount", "pipe2", "dup2", "dup3", "fcntl", "signalfd4",
      "socketpair", "landlock_create_ruleset", "seccomp":
      return [general, EMFILE]
    default: return [general]
    }
  }

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
    // What stays open is closed by close_range, which is not dispensable.
    case "close": true
    // EINVAL is what the C library's own two signals answer.
    case "rt_sigaction": error == EINVAL
    // A kernel without keyrings has none that a guest could inherit.
    case "keyctl": error == ENOSYS
    // Made again.
    case "read", "write", "poll", "ppoll", "recvmsg", "sendmsg", "wait4": error == EINTR
    default: false
    }
  }

  /// Whether it belongs to the watch over a guest that runs already.
  ///
  /// That is no step of a launch: its failure ends the guest, which may have run by then.
  static func isOfTheWatch(_ call: lh_judged_call) -> Bool {
    switch (name(call), call.role) {
    case ("ppoll", _), ("wait4", _): true
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
