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
  /// Where cgroup v2 is mounted; `nil` where it is not.
  let cgroupMount: String?
  /// The controllers that cgroup v2 has there.
  let cgroupControllers: [String]
  /// Whether this process may make cgroups below its own.
  let isCgroupDelegated: Bool

  /// Reads the running kernel.
  static func current() -> MachineFacts {
    let mount = cgroup2Mount()
    return MachineFacts(
      kernel: text("/proc/sys/kernel/osrelease") ?? "unknown", isRoot: geteuid() == 0,
      maximumUserNamespaces: number("/proc/sys/user/max_user_namespaces"),
      unprivilegedUserNamespaces: number("/proc/sys/kernel/unprivileged_userns_clone"),
      apparmorRestriction: number("/proc/sys/kernel/apparmor_restrict_unprivileged_userns"),
      seccompActions: words(text("/proc/sys/kernel/seccomp/actions_avail"), " "),
      securityModules: words(text("/sys/kernel/security/lsm"), ","),
      ptraceScope: number("/proc/sys/kernel/yama/ptrace_scope"), cgroupMount: mount,
      cgroupControllers: words(mount.flatMap { text($0 + "/cgroup.controllers") }, " "),
      isCgroupDelegated: mount.map { isWritable(ownCgroup(below: $0)) } ?? false)
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

  private static func cgroup2Mount() -> String? {
    for line in (text("/proc/self/mountinfo") ?? "").split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard let dash = parts.firstIndex(of: "-"), parts.count > dash + 1, parts.count > 4 else {
        continue
      }
      if parts[dash + 1] == "cgroup2" { return String(parts[4]) }
    }
    return nil
  }

  private static func ownCgroup(below mount: String) -> String {
    let line = (text("/proc/self/cgroup") ?? "").split(separator: "\n").first {
      $0.hasPrefix("0::")
    }
    return mount + (line?.dropFirst(3) ?? "/")
  }

  private static func isWritable(_ path: String) -> Bool {
    unsafe access(path + "/cgroup.procs", W_OK) == 0 && access(path, W_OK) == 0
  }
}
