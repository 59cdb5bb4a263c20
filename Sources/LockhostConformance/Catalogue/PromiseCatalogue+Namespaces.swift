// SPDX-License-Identifier: MIT

import LockhostSandbox

extension PromiseCatalogue {
  private static let mounting = "CVE-2021-41133"

  static let namespaces: [Promise] = [
    Promise(
      "LH-NS-001", .namespaces, "The guest cannot leave for a namespace of its own",
      why:
        "Whoever is root in a namespace reaches the parts of the kernel that were written for root.",
      references: ["CVE-2022-0185", "CVE-2024-1086", "CVE-2021-22555"],
      fix: "Refuse unshare(2).", severity: .high,
      calls: [
        .reach("unshare-user", "EINVAL"), .reach("unshare-mount", "EINVAL"),
        .reach("unshare-pid", "EINVAL"), .reach("unshare-net", "EINVAL"),
        .reach("unshare-ipc", "EINVAL"), .reach("unshare-uts", "EINVAL"),
        .reach("unshare-cgroup", "EINVAL"), .reach("unshare-time", "EINVAL"),
        .filtered("unshare-user"),
        .filtered("unshare-mount", userControl: .answers(.errors("EPERM"))),
      ]),
    Promise(
      "LH-NS-002", .namespaces, "The guest cannot be cloned into another namespace",
      why:
        "clone(2) takes the same flags as unshare(2), and one more than it: the file system's state, "
        + "which must not be shared with another user namespace.",
      references: ["CVE-2013-1858", "sandbox2 policy.cc"],
      fix: "Admit clone(2) with exactly the flags of a thread.", severity: .high,
      calls: [
        .reach("clone-user", "EINVAL"), .reach("clone-mount", "EINVAL"),
        .reach("clone-pid", "EINVAL"), .reach("clone-net", "EINVAL"), .reach("clone-ipc", "EINVAL"),
        .reach("clone-uts", "EINVAL"), .reach("clone-cgroup", "EINVAL"),
        .reach("clone-fs-user", "EINVAL"),
      ]),
    Promise(
      "LH-NS-003", .namespaces, "The guest cannot join a namespace",
      why: "A descriptor of a namespace that leaked is a way out.",
      references: ["CVE-2024-21626"],
      fix: "Refuse setns(2).", severity: .high,
      calls: [
        .reach("setns-any", "EBADF"), .reach("setns-user", "EBADF"), .reach("setns-mount", "EBADF"),
        .reach("setns-net", "EBADF"), .reach("setns-pid", "EBADF"), .reach("setns-ipc", "EBADF"),
        .reach("setns-uts", "EBADF"), .reach("setns-cgroup", "EBADF"),
        .reach("setns-time", "EBADF"),
      ]),
    Promise(
      "LH-NS-004", .namespaces, "The guest cannot mount or unmount by the old calls",
      why: "A mount over a file is another file for whoever trusts its path.",
      references: ["CVE-2019-16884", "CVE-2022-0492"],
      fix: "Refuse mount(2) and umount2(2).", severity: .high,
      calls: [.reach("mount", "EFAULT"), .reach("umount2", "EINVAL")]),
    Promise(
      "LH-NS-005", .namespaces, "The guest cannot mount by the new calls",
      why: "Lists of forbidden calls were written before these calls were.",
      references: [mounting, "CVE-2022-0185"],
      fix: "Refuse them all, or better: list what is allowed.", severity: .high,
      calls: [
        .reach("open-tree", "EINVAL"), .guarded("move-mount", "EINVAL"),
        .guarded("fsopen", "EINVAL"), .reach("fsconfig", "EINVAL"), .guarded("fsmount", "EINVAL"),
        .guarded("fspick", "EINVAL"), .reach("mount-setattr", "EINVAL"),
        .reach("open-tree-attr", "EINVAL"),
        .filtered("fsopen", userControl: .answers(.errors("EPERM"))),
      ]),
    Promise(
      "LH-NS-006", .namespaces, "The guest cannot ask what is mounted",
      why: "Mounts name folders of the host.", fix: "Refuse statmount(2) and listmount(2).",
      severity: .low,
      calls: [.reach("statmount", "EINVAL"), .reach("listmount", "EINVAL")]),
    Promise(
      "LH-NS-007", .namespaces, "The guest cannot change its root",
      why: "A second chroot(2) leads out of the first.",
      references: ["chroot(2)"],
      fix: "Refuse chroot(2) and pivot_root(2).", severity: .high,
      calls: [
        .reach("chroot", "EFAULT"), .guarded("pivot-root", "EFAULT"),
        .filtered("chroot", userControl: .answers(.errors("EPERM"))),
      ]),
    Promise(
      "LH-NS-008", .namespaces, "The guest cannot say where memory is swapped to",
      why: "A swap file is everybody's memory.", fix: "Refuse swapon(2) and swapoff(2).",
      severity: .low, calls: [.reach("swapon", "EINVAL"), .guarded("swapoff", "EFAULT")]),
    Promise(
      "LH-NS-009", .namespaces, "The guest sees a host name that is not the machine's",
      why: "Machines are named after people.", fix: "Give the guest a UTS namespace and a name.",
      severity: .low,
      exceptions: [
        .floor: .init(
          "there is no UTS namespace: the guest sees the machine's name", probes: "hostname")
      ],
      needs: [.ownLauncher],
      calls: [.value("hostname", is: "guest", by: .namespace)]),
    Promise(
      "LH-NS-010", .namespaces, "Behind the filter there is no network either",
      why: "A filter is one mistake away from open: the next layer must hold alone.",
      references: ["CVE-2024-1086"],
      fix: "Give the guest a network namespace with nothing up in it.", severity: .high,
      needs: [.namespaces],
      calls: [
        .behindFilter(
          "interfaces", [],
          line: "allow host-network because \"to look at what is behind the filter\"",
          accepts: [.init(.errors("ENETDOWN"), by: .namespace)]),
        .behindFilter(
          "connect-udp", ["{udp-listener}"], witness: .udpListener,
          line: "allow host-network because \"to look at what is behind the filter\"",
          accepts: [
            .init(
              .errors("ENETUNREACH", "ECONNREFUSED", "EADDRNOTAVAIL", "ENETDOWN"), by: .namespace)
          ]),
        .behindFilter(
          "connect-tcp", ["{tcp-listener}"], witness: .tcpListener,
          line: "allow host-network because \"to look at what is behind the filter\"",
          accepts: [
            .init(.errors("EACCES"), by: .landlock),
            .init(.errors("ENETUNREACH", "ECONNREFUSED", "EADDRNOTAVAIL"), by: .namespace),
          ]),
        .behindFilter(
          "connect-abstract", ["{abstract-listener}"], witness: .abstractListener,
          line: "allow host-network because \"to look at what is behind the filter\"",
          accepts: [
            .init(.errors("EPERM"), by: .landlock), .init(.errors("ECONNREFUSED"), by: .namespace),
          ]),
      ]),
    Promise(
      "LH-NS-011", .namespaces, "Behind the filter there is no shared memory of the host either",
      why: "Segments, queues and semaphores are found by a number that everybody can guess.",
      references: ["nsjail #231"],
      fix: "Give the guest an IPC namespace.",
      needs: [.namespaces],
      calls: [
        .behindFilter(
          "segment", ["{sysv-memory}"], witness: .systemVMemory, line: "allow shmget shmat",
          accepts: [.init(.errors("ENOENT"), by: .namespace)]),
        .behindFilter(
          "queue", ["{sysv-queue}"], witness: .systemVQueue, line: "allow msgget msgsnd",
          accepts: [.init(.errors("ENOENT"), by: .namespace)]),
        .behindFilter(
          "semaphore", ["{sysv-semaphore}"], witness: .systemVSemaphore, line: "allow semget semop",
          accepts: [.init(.errors("ENOENT"), by: .namespace)]),
      ]),
  ]
}

extension ProbeCall {
  /// What another layer says when the filter lets the calls through.
  static func behindFilter(
    _ probe: String, _ arguments: [String], witness: Canary? = nil, line: String,
    accepts: [Acceptance]
  ) -> ProbeCall {
    ProbeCall(
      probe, arguments, witnesses: Set([witness].compactMap { $0 }), accepts: accepts,
      changes: [.policy(line)])
  }
}
