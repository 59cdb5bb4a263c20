// SPDX-License-Identifier: MIT

import Glibc

/// What the kernel says of itself in files and calls; nothing here changes anything.
struct MachineFacts: Sendable {
  /// `6.18.44`, as `uname -r` has it.
  let kernel: String
  let isRoot: Bool
  /// The most user namespaces; `nil` when the kernel has none.
  let maximumUserNamespaces: Int?
  /// Debian's and Ubuntu's switch; `nil` on kernels without it.
  let unprivilegedUserNamespaces: Int?
  /// Ubuntu's AppArmor switch; `nil` on kernels without it.
  let apparmorRestriction: Int?
  /// What a filter may answer: `kill_process`, `user_notif`, ….
  let seccompActions: [String]
  /// The security modules that are on.
  let securityModules: [String]
  /// Yama's restriction of ptrace; `nil` without Yama.
  let ptraceScope: Int?

  /// Reads the running kernel.
  static func current() -> MachineFacts {
    MachineFacts(
      kernel: text("/proc/sys/kernel/osrelease") ?? "unknown", isRoot: geteuid() == 0,
      maximumUserNamespaces: number("/proc/sys/user/max_user_namespaces"),
      unprivilegedUserNamespaces: number("/proc/sys/kernel/unprivileged_userns_clone"),
      apparmorRestriction: number("/proc/sys/kernel/apparmor_restrict_unprivileged_userns"),
      seccompActions: words(text("/proc/sys/kernel/seccomp/actions_avail"), " "),
      securityModules: words(text("/sys/kernel/security/lsm"), ","),
      ptraceScope: number("/proc/sys/kernel/yama/ptrace_scope"))
  }

  /// The file's text without its last newline; `nil` when it is not there or not for us.
  ///
  /// That is the answer which such a file gives: what is not there is not supported.
  private static func text(_ path: String) -> String? {
    guard let text = try? TextFile.read(path) else { return nil }
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  private static func number(_ path: String) -> Int? { text(path).flatMap { Int($0) } }

  private static func words(_ text: String?, _ separator: Character) -> [String] {
    (text ?? "").split(separator: separator).map(String.init)
  }
}
