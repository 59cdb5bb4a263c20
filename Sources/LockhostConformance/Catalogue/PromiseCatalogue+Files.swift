// SPDX-License-Identifier: MIT

import LockhostSandbox

extension PromiseCatalogue {
  private static let seen = TierException(
    "Landlock forbids to open a file, and not to ask whether it is there", probes: "status",
    "access", "link-target")
  private static let lasting = Control.none(
    because: "done outside it would change the suite's own files for good")

  static let files: [Promise] = [
    Promise(
      "LH-FILE-001", .files, "The guest cannot read a file of the host",
      why: "Photos, keys and passwords of the person are files.",
      references: ["CVE-2024-21626", "CVE-2024-42472", "CVE-2026-34078"],
      fix: "Build an empty root for the guest, and forbid the rest with Landlock.",
      severity: .high,
      calls: [
        .hidden("open", "{secret-file}", by: [.showsCanary(.secretFile, writable: false)]),
        .hidden("read-file", "{secret-file}", witness: .secretFile),
        .hidden("climb", "{secret-file}", witness: .secretFile),
        .hidden("link-read", "{secret-file}", witness: .secretFile),
      ]),
    Promise(
      "LH-FILE-002", .files, "The guest cannot change a file of the host",
      why: "A shell's start-up file that is written is code that the person runs.",
      references: ["CVE-2026-87766", "CVE-2021-44730", "CVE-2018-15687"],
      fix: "Mount everything read-only but the guest's own folders.", severity: .high,
      calls: [
        .hidden("change-file", "{writable-file}", witness: .writableFile),
        .hidden("link-write", "{writable-file}", witness: .writableFile),
        .hidden("truncate-file", "{writable-file}", canary: .writableFile),
        .hidden("change-mode", "{writable-file}", canary: .writableFile),
        .hidden("change-times", "{writable-file}", canary: .writableFile),
        .hidden("remove-file", "{writable-file}", canary: .writableFile),
        .hidden("hard-link", "{writable-file}", canary: .writableFile),
        .hidden("open-any-writable", "{writable-file}", canary: .writableFile),
      ]),
    Promise(
      "LH-FILE-003", .files, "The guest cannot put anything into a folder of the host",
      why: "A file in the right folder is a program that starts at the next login.",
      references: ["CVE-2026-87766", "CVE-2024-45310"],
      fix: "Show no folder of the host for writing.", severity: .high,
      calls: [
        .hidden("create-file", "{writable-folder}", witness: .writableFolder),
        .hidden("create-folder", "{writable-folder}", witness: .writableFolder),
        .hidden("link-create", "{writable-folder}", witness: .writableFolder),
        .hidden("move-out", "{writable-folder}", witness: .writableFolder),
      ]),
    Promise(
      "LH-FILE-004", .files, "The guest cannot tell whether a file of the host is there",
      why: "Names, sizes and times say who the person is and what they do.",
      references: ["landlock-lsm #41"],
      fix: "Use a mount namespace: Landlock alone cannot hide names.", severity: .low,
      exceptions: [.floor: seen],
      calls: [
        .hidden("status", "{secret-file}", canary: .secretFile),
        .hidden("access", "{secret-file}", canary: .secretFile),
        .hidden("status", "{unix-listener}", canary: .unixListener),
        .hidden("access", "/usr/bin/env"), .hidden("link-target", "/proc/self/exe"),
      ]),
    Promise(
      "LH-FILE-005", .files, "The guest cannot change its own program",
      why: "The next launch would run what this one wrote, with another's data.",
      references: ["CVE-2019-5736", "CVE-2019-8308", "CVE-2019-12499"],
      fix: "Mount the bundle read-only.", severity: .high,
      exceptions: [
        .floor: .init(
          "the bundle has no mount of its own: the filter and Landlock refuse instead",
          probes: "change-mode", "change-times")
      ],
      calls: [
        ProbeCall(
          "write-program", ["{probe}"],
          accepts: [.init(.errors("EROFS", "EACCES", "ETXTBSY"), by: .mount, .landlock, .kernel)],
          control: .none(because: "a program that runs is busy for everybody")),
        ProbeCall(
          "change-mode", ["{probe}", "0755"], accepts: [.init(.errors("EROFS"), by: .mount)],
          control: lasting),
        ProbeCall(
          "change-times", ["{probe}"], accepts: [.init(.errors("EROFS"), by: .mount)],
          control: lasting),
      ]),
    Promise(
      "LH-FILE-006", .files, "The guest cannot list the root it stands in",
      why: "What is mounted is nobody's business that was not told of it.",
      fix: "Give Landlock no rule for the root itself.", severity: .low,
      calls: [
        ProbeCall(
          "list", ["/"], accepts: [.init(.errors("EACCES"), by: .landlock)])
      ]),
    Promise(
      "LH-FILE-007", .files, "The guest sees no device",
      why: "A device is a driver, and drivers are where kernels are weakest.",
      references: ["CVE-2025-31133", "CVE-2026-41579", "CVE-2026-47766"],
      fix: "Show no /dev; a null device that is needed can be shown by itself.",
      calls: [
        .hidden(
          "open-any",
          [
            "/dev/full", "/dev/mem", "/dev/kmem", "/dev/port", "/dev/kvm", "/dev/fuse",
            "/dev/net/tun",
            "/dev/vhost-vsock", "/dev/vhost-net", "/dev/loop-control", "/dev/loop0", "/dev/sda",
            "/dev/vda", "/dev/nvme0n1", "/dev/dri/card0", "/dev/input/event0", "/dev/uinput",
            "/dev/snd/controlC0", "/dev/video0", "/dev/userfaultfd", "/dev/mapper/control",
            "/dev/autofs", "/dev/hwrng", "/dev/cpu/0/msr",
          ]),
        .hidden("open-any-writable", ["/dev/null", "/dev/full", "/dev/zero"]),
      ]),
    Promise(
      "LH-FILE-008", .files, "The guest sees nothing of /sys",
      why: "Devices, firmware and their settings are there to read and write.",
      references: ["CVE-2022-0492"],
      fix: "Do not mount it.",
      calls: [
        .hidden(
          "open-any",
          [
            "/sys/class/net", "/sys/devices", "/sys/firmware", "/sys/kernel/mm",
            "/sys/kernel/notes",
            "/sys/module", "/sys/block", "/sys/bus",
          ]),
        .hidden("open-any", ["/sys/fs/cgroup"]),
      ]),
    Promise(
      "LH-FILE-009", .files, "The guest sees none of the system's folders",
      why:
        "Accounts, host names, installed programs and their versions tell an attacker what to try.",
      fix: "Show the program and its libraries, and nothing beside them.",
      calls: [
        .hidden(
          "open-any",
          [
            "/etc/passwd", "/etc/hostname", "/etc/resolv.conf", "/etc/machine-id", "/etc/ssl",
          ]),
        .hidden("open-any", ["/home", "/root", "/var/log", "/var/lib", "/run", "/tmp", "/mnt"]),
        .hidden("open-any", ["/usr/bin/env", "/usr/share", "/bin/sh", "/boot", "/opt", "/srv"]),
        .hidden("list", "/home"),
      ]),
    Promise(
      "LH-FILE-010", .files, "The guest sees nothing of the host in /proc",
      why:
        "Other people's processes, the kernel's settings and the kernel's memory are files there.",
      references: ["CVE-2025-52881", "CVE-2019-16884", "CVE-2019-19921"],
      fix: "Mount no /proc, or one with subset=pid in a process namespace of its own.",
      severity: .high,
      calls: [
        .hidden(
          "open-any",
          [
            "/proc/version", "/proc/cmdline", "/proc/kallsyms", "/proc/kcore", "/proc/keys",
            "/proc/timer_list", "/proc/sched_debug", "/proc/config.gz", "/proc/modules",
          ]),
        .hidden("open-any", ["/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname"]),
        .hidden("open-any", ["/proc/1/stat", "/proc/1/status", "/proc/1/cmdline"]),
        .hidden("open-any", ["/proc/self/root/etc/passwd", "/proc/self/cwd/../../etc/passwd"]),
      ]),
    Promise(
      "LH-FILE-011", .files, "What the guest writes in its container runs nowhere and is no device",
      why:
        "A program that is written is a program nobody looked at; a set-user-id bit on it is root.",
      references: ["firejail CVE-2017-5940"],
      fix: "Mount the container nosuid, nodev and noexec.", severity: .high,
      exceptions: [
        .floor: .init(
          "the container is a folder of the machine, with the flags of its mount",
          probes: "mount-flags")
      ],
      calls: [
        .value("mount-flags", ".", is: "rw,nosuid,nodev,noexec", by: .mount, control: .differs)
      ]),
    Promise(
      "LH-FILE-012", .files,
      "The session's folder and the bundle are mounted with all that can be refused",
      why: "What outlives the guest must not be able to run, and what runs must not be written.",
      fix: "Give every mount nosuid and nodev, and noexec or read-only.", severity: .high,
      exceptions: [
        .floor: .init(
          "without mounts of its own the folder has the flags that it has in the host",
          probes: "mount-flags")
      ],
      needs: [.ownLauncher],
      calls: [
        .value(
          "mount-flags", "/session", is: "rw,nosuid,nodev,noexec", by: .mount,
          control: .none(because: "the folder is there only for the guest")),
        .value(
          "mount-flags", "{probe}", is: "ro,nosuid,nodev", by: .mount,
          control: .none(because: "the bundle is mounted only for the guest")),
      ]),
    Promise(
      "LH-FILE-013", .files, "The guest cannot make device files, pipes with names, or sockets",
      why: "A device file is the device; a pipe or socket makes whoever opens it wait.",
      references: ["CVE-2021-30465"],
      fix: "Refuse mknod(2).",
      calls: [
        .reach("mknod", "EFAULT", "EPERM"), .reach("mknod-block", "EFAULT", "EPERM"),
        .reach("mknod-pipe", "EFAULT"), .reach("mknod-socket", "EFAULT"),
        .reach("mknodat", "EFAULT", "EPERM", "EBADF"),
      ]),
    Promise(
      "LH-FILE-014", .files, "The guest cannot give files away",
      why: "A file that belongs to somebody else counts as theirs.",
      references: ["CVE-2018-15687"],
      fix: "Refuse chown(2) and its relatives.", severity: .low,
      calls: [
        .reach("chown", "EFAULT"), .reach("lchown", "EFAULT"), .reach("fchown", "EBADF"),
        .reach("fchownat", "EFAULT", "EBADF"),
      ]),
    Promise(
      "LH-FILE-015", .files, "The guest cannot set attributes beside a file's content",
      why: "Capabilities of files and access lists are attributes, and tools trust them.",
      fix: "Refuse the calls that set or remove them.", severity: .low,
      calls: [
        .reach("setxattr", "EINVAL", "EFAULT"), .reach("lsetxattr", "EINVAL", "EFAULT"),
        .reach("fsetxattr", "EINVAL", "EBADF"), .reach("removexattr", "EFAULT"),
        .reach("lremovexattr", "EFAULT"), .reach("fremovexattr", "EBADF", "EFAULT"),
        .reach("flags-set", "EBADF"), .reach("clone-file", "EBADF"),
      ]),
    Promise(
      "LH-FILE-016", .files, "The guest cannot open a file by its number, around every folder",
      why: "A handle leads to any file of a file system, whatever is mounted where.",
      references: ["shocker (2014)"],
      fix: "Refuse open_by_handle_at(2).", severity: .high,
      calls: [
        .reach("open-by-handle-at", "EFAULT", "EBADF", "EPERM"),
        .reach("name-to-handle-at", "EINVAL"),
      ]),
  ]

  static let wipe: [Promise] = [
    Promise(
      "LH-WIPE-001", .wipe, "A guest finds nothing of the one before it in its container",
      why: "A container with a past is a place to leave photos, or a trap for the next.",
      references: ["CVE-2026-3888", "GHSA-8688-9x26-hhxj", "CVE-2024-42472"],
      fix: "Make the container anew for each guest, where only that guest can see it.",
      severity: .high,
      calls: [
        ProbeCall(
          "left-over", [".", "tmp"], accepts: [.init(.errors("ENOENT"), by: .absence)],
          control: .none(because: "the suite's own folders are new as well"))
      ]),
    Promise(
      "LH-WIPE-002", .wipe, "Nothing of what a guest leaves leads the wipe out of the container",
      why: "Removing through a link removes what it leads to; so does asking for a path twice.",
      references: ["CVE-2018-6954", "CVE-2022-21658", "CVE-2025-6020", "CVE-2026-34079"],
      fix: "Let the container be a file system that ends with the guest, and follow nothing.",
      severity: .high,
      calls: [
        .litter("litter-links", ["{writable-folder}"], canary: .writableFolder),
        .litter("litter-links", ["{secret-file}"], canary: .secretFile),
        .litter("litter-deep", []), .litter("litter-names", []), .litter("litter-locked", []),
        .litter("litter-exchange", ["{writable-folder}"], canary: .writableFolder),
      ]),
  ]
}

extension ProbeCall {
  /// A file of the host that is not there inside; outside the probe does it.
  fileprivate static func hidden(
    _ probe: String, _ path: String, canary: Canary? = nil, witness: Canary? = nil,
    by change: [SandboxChange] = []
  ) -> ProbeCall {
    let canaries = Set([canary, path == "{secret-file}" ? .secretFile : nil].compactMap { $0 })
    return ProbeCall(
      probe, [path], canaries: canaries, witnesses: Set([witness].compactMap { $0 }),
      accepts: Acceptance.byAbsenceOrMount + [.init(.errors("EPERM"), by: .filter)],
      ablation: change)
  }

  fileprivate static func hidden(_ probe: String, _ paths: [String]) -> ProbeCall {
    ProbeCall(probe, paths, accepts: Acceptance.byAbsenceOrLandlock)
  }

  /// Something that stays behind, and may.
  fileprivate static func litter(
    _ probe: String, _ arguments: [String], canary: Canary? = nil
  ) -> ProbeCall {
    ProbeCall(
      probe, arguments, canaries: Set([canary].compactMap { $0 }),
      accepts: [.init(.done, by: .mount, .supervisor)],
      control: .none(because: "what it leaves is what the suite's own wipe would have to remove"))
  }
}
