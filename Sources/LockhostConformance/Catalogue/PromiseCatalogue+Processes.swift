// SPDX-License-Identifier: MIT

extension PromiseCatalogue {
  static let processes: [Promise] = [
    Promise(
      "LH-PROC-001", .processes, "The guest cannot make another process",
      why: "What is one process ends with one process; a second one can hide, wait and live on.",
      references: ["bubblewrap #105", "bubblewrap #726"],
      fix: "Admit clone(2) for threads alone.",
      calls: [
        .filtered("fork"), .filtered("vfork"), .filtered("clone-child"),
        .filtered("clone-untraced"), .filtered("clone-parent"),
      ]),
    Promise(
      "LH-PROC-002", .processes, "The guest cannot run another program",
      why: "A program that nobody chose has bugs that nobody counted on.",
      references: ["sandbox2 SecondExecveatNotAllowedByDefault"],
      fix:
        "Admit the one exec that starts the program, on a descriptor that nothing can have again.",
      severity: .high,
      calls: [
        .reach("execve", "EFAULT"), .filtered("run-path", ["{probe}"]),
      ]),
    Promise(
      "LH-PROC-003", .processes, "The guest cannot turn memory into code",
      why: "What an attacker writes into a guest stays data as long as nothing can make it run.",
      references: ["sandbox2 aa40b5d9", "sandbox2 b53c26f3", "firejail memwrexe"],
      fix: "Refuse PROT_EXEC in mmap(2), mprotect(2), pkey_mprotect(2) and shmat(2).",
      severity: .high,
      calls: [
        .reach("mmap-code", "EINVAL"), .reach("mprotect-code", "EINVAL"),
        .reach("pkey-mprotect", "EINVAL"), .reach("shmat-code", "EINVAL"),
        .filtered("mmap-rwx"), .filtered("mprotect-rx"), .filtered("map-written", ["{probe}"]),
        .filtered("map-memory-file"),
      ]),
    Promise(
      "LH-PROC-004", .processes, "The guest cannot run what it wrote",
      why: "A file in memory has no mount whose flags could forbid it.",
      references: ["CVE-2019-5736"],
      fix: "Refuse execveat(2), and mount what can be written noexec.", severity: .high,
      calls: [
        .reach("execveat", "EFAULT", "EINVAL"), .filtered("run-descriptor", ["{probe}"]),
        .filtered("run-written", ["{probe}"]), .filtered("run-memory", ["{probe}"]),
      ]),
    Promise(
      "LH-PROC-005", .processes, "The guest cannot signal a process of the host",
      why: "A signal ends or stops what the person is doing, and what watches the guest.",
      references: ["go-plugin #320"],
      fix: "Give the guest a process namespace, and refuse kill(2) and its relatives.",
      severity: .high,
      calls: [
        .onVictim("kill-it"), .onVictim("tgkill-it"), .onVictim("sigqueue-it"),
        .onVictim("pidfd-kill-it"), .reach("kill", "EINVAL", "ESRCH"),
        .reach("kill-all", "EINVAL", "ESRCH"), .reach("tkill", "EINVAL"),
        .reach("sigqueue", "EFAULT"), .reach("tgsigqueue", "EFAULT"),
      ]),
    Promise(
      "LH-PROC-006", .processes, "No process of the host can be named by the guest",
      why:
        "Whoever can name a process can wait for, watch or signal it; and the end of a namespace's "
        + "first process is the end of all.",
      references: ["go-plugin #320", "sandbox2 61c8ed7e"],
      fix: "Start the guest in a new process namespace with an init of the launcher's.",
      severity: .high,
      calls: [
        ProbeCall(
          "name-process", ["{victim}"], canaries: [.victim],
          accepts: [
            .init(.errors("ESRCH"), by: .namespace), .init(.errors("EPERM"), by: .filter),
          ]),
        ProbeCall(
          "name-process", ["{host-process}"],
          accepts: [
            .init(.errors("ESRCH"), by: .namespace), .init(.errors("EPERM"), by: .filter),
          ]),
      ]),
    Promise(
      "LH-PROC-007", .processes, "The guest cannot look into another process",
      why: "Memory of the host holds what the guest is kept from.",
      references: ["CVE-2022-30594", "CVE-2019-2054", "CVE-2017-5206", "CVE-2016-9962"],
      fix: "Refuse ptrace(2), process_vm_readv(2), pidfd_getfd(2) and their relatives.",
      severity: .high,
      calls: [
        .onVictim("trace-it"), .onVictim("read-memory-of"),
        ProbeCall(
          "about", ["{victim}", "mem"], canaries: [.victim],
          accepts: Acceptance.byAbsenceOrLandlock),
        .filtered("ptrace"), .reach("ptrace", "ESRCH"), .reach("ptrace-seize", "ESRCH"),
        .reach("ptrace-attach", "ESRCH"), .reach("process-vm-readv", "EINVAL"),
        .reach("process-vm-writev", "EINVAL"), .reach("process-madvise", "EINVAL"),
        .reach("process-mrelease", "EINVAL"), .reach("kcmp", "ESRCH"),
        .reach("pidfd-getfd", "EINVAL"), .reach("pidfd-open", "EINVAL"),
        .reach("pidfd-send-signal", "EINVAL"),
      ]),
    Promise(
      "LH-PROC-008", .processes, "The guest cannot have the kernel signal somebody for it",
      why: "The owner of a descriptor hears of what arrives on it, with any signal.",
      references: ["landlock scoped_signal_test"],
      fix: "Refuse F_SETOWN, F_SETSIG and FIOASYNC.",
      calls: [
        .onVictim("own-kill-it"), .reach("set-owner", "EBADF"), .reach("set-signal", "EBADF"),
        .reach("async", "EBADF"),
      ]),
    Promise(
      "LH-PROC-009", .processes, "The guest cannot ask for or set another process's limits",
      why: "A limit of nothing ends a process; what one may use says what it is.",
      fix: "Admit prlimit64(2) for the guest itself.",
      calls: [.reach("prlimit-other", "ESRCH"), .onVictim("limit-of")]),
    Promise(
      "LH-PROC-010", .processes, "The guest cannot change its own limits",
      why:
        "A limit that can be lowered can be lowered to what makes the guest's libraries fail open.",
      fix: "Set soft and hard limits alike, and refuse the calls.", severity: .low,
      calls: [.reach("prlimit-set", "EFAULT"), .reach("setrlimit", "EFAULT")]),
    Promise(
      "LH-PROC-011", .processes, "The guest cannot put itself before others",
      why: "A thread of a real-time class keeps everybody else from running.",
      fix: "Refuse the calls that set priorities, classes and processors.",
      calls: [
        .reach("setpriority", "EINVAL"), .reach("sched-scheduler", "EFAULT"),
        .reach("sched-param", "EFAULT"), .reach("sched-attr", "EFAULT", "EINVAL"),
        .reach("sched-affinity", "EFAULT"), .reach("ioprio-set", "EINVAL"),
      ]),
    Promise(
      "LH-PROC-012", .processes, "The guest cannot wait for processes",
      why: "The kernel writes where waitid(2) is told, and once wrote where no program may.",
      references: ["CVE-2017-5123"],
      fix: "A guest without children needs neither wait4(2) nor waitid(2).", severity: .low,
      calls: [
        .reach("wait4", "EINVAL"), .reach("waitid", "EFAULT", "EINVAL"),
        .reach("waitid-kernel", "EFAULT", "ECHILD"),
      ]),
    Promise(
      "LH-PROC-013", .processes, "The guest cannot join another process group",
      why: "A group is what a terminal and a shell send their signals to.",
      fix: "Refuse setpgid(2).",
      severity: .low, calls: [.reach("setpgid", "EINVAL")]),
    Promise(
      "LH-PROC-014", .processes, "The guest cannot make timers that live in the kernel",
      why: "Timers of processor time were used after their end.",
      references: ["CVE-2022-2585"],
      fix: "Timers by descriptor are enough; refuse timer_create(2) and setitimer(2).",
      severity: .low,
      calls: [
        .reach("timer-create", "EINVAL"), .reach("timer-settime", "EINVAL", "EFAULT"),
        .reach("setitimer", "EINVAL", "EFAULT"),
      ]),
    Promise(
      "LH-PROC-015", .processes, "The guest cannot stall or watch what others do with memory",
      why:
        "A lease makes whoever opens a file wait; a barrier interrupts every processor; another's "
        + "list of futexes says where its memory is.",
      fix:
        "Admit fcntl(2), membarrier(2) and get_robust_list(2) with the few values that are needed.",
      severity: .low,
      calls: [
        .reach("set-lease", "EBADF"), .reach("notify", "EBADF"), .reach("pipe-size", "EBADF"),
        .reach("robust-list", "ESRCH"), .reach("membarrier", "EINVAL"),
      ]),
  ]
}

extension ProbeCall {
  /// Something done to a process of the host.
  fileprivate static func onVictim(_ probe: String) -> ProbeCall {
    let kills = probe.hasSuffix("kill-it") || probe == "sigqueue-it"
    return ProbeCall(
      probe, ["{victim}"], canaries: [.victim], witnesses: kills ? [.victim] : [],
      accepts: Acceptance.byFilterOrNamespace)
  }
}
