// SPDX-License-Identifier: MIT

extension PromiseCatalogue {
  static let kernel: [Promise] = [
    Promise(
      "LH-KERN-001", .kernel, "The guest cannot put code into the kernel",
      why: "A module is the kernel, and a program of its machine was often enough.",
      references: ["gVisor track record", "systemd ProtectKernelModules"],
      fix: "Refuse modules, kexec(2) and bpf(2).", severity: .high,
      calls: [
        .reach("bpf", "E2BIG", "EPERM"), .reach("bpf-load", "E2BIG", "EPERM"),
        .reach("bpf-get", "E2BIG", "EPERM"), .guarded("init-module", "ENOEXEC", "EFAULT", "EPERM"),
        .guarded("finit-module", "EINVAL", "EPERM"), .guarded("delete-module", "EFAULT", "EPERM"),
        .guarded("kexec-load", "EINVAL", "EPERM"), .guarded("kexec-file-load", "EINVAL", "EPERM"),
        .filtered("bpf", userControl: .answers(.errors("EPERM"))),
      ]),
    Promise(
      "LH-KERN-002", .kernel, "The guest cannot make calls through a ring",
      why: "What a ring does never passes a filter, and had a hole every month.",
      references: ["codex #10814", "moby #46762", "firejail #7058"],
      fix: "Answer ENOSYS for io_uring.", severity: .high,
      calls: [
        .reach("io-uring-setup", "EFAULT"), .reach("io-uring-enter", "EBADF", "EINVAL"),
        .reach("io-uring-register", "EINVAL", "EBADF"), .filtered("io-uring"),
      ]),
    Promise(
      "LH-KERN-003", .kernel, "The guest cannot use the older asynchronous calls",
      why: "They are the same idea with fewer readers.", references: ["Chromium baseline"],
      fix: "Answer ENOSYS for them.", severity: .low,
      calls: [
        .reach("io-setup", "EFAULT"), .reach("io-submit", "EINVAL"), .reach("io-destroy", "EINVAL"),
        .reach("io-getevents", "EINVAL"), .reach("io-cancel", "EFAULT", "EINVAL"),
      ]),
    Promise(
      "LH-KERN-004", .kernel, "The guest cannot make the kernel wait for its page faults",
      why: "A kernel that waits in the middle of a copy is how its races are won.",
      references: ["minijail", "Chromium baseline"],
      fix: "Refuse userfaultfd(2).", severity: .high,
      calls: [.reach("userfaultfd", "EINVAL"), .filtered("userfaultfd")]),
    Promise(
      "LH-KERN-005", .kernel, "The guest cannot use the kernel's counters",
      why: "They tell of other processes, and their code is large.",
      references: ["flatpak", "gVisor track record"],
      fix: "Refuse perf_event_open(2).",
      calls: [.reach("perf-event-open", "EINVAL", "EACCES")]),
    Promise(
      "LH-KERN-006", .kernel, "The guest cannot use the kernel's keys",
      why: "Key rings hold the person's secrets, and do not know namespaces.",
      references: ["CVE-2016-0728", "minijail", "flatpak"],
      fix: "Refuse the calls, and give the guest a session key ring of nobody's.", severity: .high,
      calls: [
        .reach("keyctl", "EOPNOTSUPP"), .reach("keyctl-join", "EFAULT"),
        .reach("keyctl-read", "ENOKEY", "EINVAL"), .reach("add-key", "EFAULT"),
        .reach("request-key", "EFAULT"), .filtered("keyctl"), .filtered("add-key"),
      ]),
    Promise(
      "LH-KERN-007", .kernel, "The guest cannot stop, rename or account the machine",
      why: "It is everybody's.", references: ["systemd @reboot"],
      fix: "Refuse the calls; namespaces and capabilities refuse them again.", severity: .high,
      calls: [
        .guarded("reboot", "EINVAL"), .guarded("sethostname", "EINVAL"),
        .guarded("setdomainname", "EINVAL"), .guarded("acct", "EFAULT"),
        .reach("quotactl", "EINVAL", "EFAULT"), .reach("quotactl-fd", "EBADF", "EINVAL"),
        .guarded("syslog", "EINVAL"),
        ProbeCall(
          "reach-syslog-size", accepts: Acceptance.byFilterOrRight,
          userControl: .none(because: "many systems let root alone read the kernel's messages")),
      ]),
    Promise(
      "LH-KERN-008", .kernel, "The guest cannot set a clock",
      why: "Certificates, alarms and records depend on it.", references: ["systemd @clock"],
      fix: "Refuse the calls.",
      calls: [
        .reach("clock-settime", "EFAULT"), .reach("settimeofday", "EFAULT"),
        .reach("adjtimex", "EFAULT"), .reach("clock-adjtime", "EFAULT"),
      ]),
    Promise(
      "LH-KERN-009", .kernel, "The guest cannot change how its processor works",
      why:
        "Segments and ports of the processor's youth are rarely tested, and were ways into the kernel.",
      references: ["CVE-2015-5157", "systemd @raw-io"],
      fix: "Refuse modify_ldt(2), iopl(2), ioperm(2) and most of arch_prctl(2).",
      needs: [.machine("x86_64")],
      calls: [
        .reach("modify-ldt"), .reach("modify-ldt-read"), .guarded("iopl", "EINVAL", "EPERM"),
        .guarded("ioperm", "EINVAL", "EPERM"), .reach("arch-gs"),
        .differing("arch-cpuid"),
      ]),
    Promise(
      "LH-KERN-010", .kernel, "The guest cannot change its personality",
      why: "Memory without chance makes holes easy to use.", references: ["moby profile"],
      fix: "Refuse personality(2).",
      calls: [.reach("personality"), .reach("personality-set")]),
    Promise(
      "LH-KERN-011", .kernel, "The guest cannot watch whole file systems",
      why: "Whoever hears of every file that is opened knows what the person does.",
      references: ["Chromium baseline"],
      fix: "Refuse fanotify.",
      calls: [
        .reach("fanotify-init", "EINVAL", "EPERM"), .reach("fanotify-mark", "EINVAL", "EBADF"),
        .reach("lookup-dcookie", "EPERM", "EINVAL"),
      ]),
    Promise(
      "LH-KERN-012", .kernel, "The guest cannot watch folders",
      why: "Watches are kernel memory, and a guest that asked for none needs none.",
      fix: "Refuse inotify.", severity: .low,
      calls: [
        .reach("inotify-init", "EINVAL"), .reach("inotify-add-watch", "EINVAL", "EBADF"),
        .reach("inotify-rm-watch", "EBADF"),
      ]),
  ]

  static let kernelCalls: [Promise] = [
    Promise(
      "LH-KERN-013", .kernel, "The guest reaches none of the calls of another time",
      why: "Nobody has tested them for years.", references: ["flatpak", "systemd @obsolete"],
      fix: "Answer ENOSYS.", severity: .low, needs: [.machine("x86_64")],
      calls: [
        .absent("uselib", "EFAULT"), .absent("ustat", "EINVAL", "EFAULT"),
        .absent("sysfs", "EINVAL"), .absent("sysctl"), .absent("create-module"),
        .absent("query-module"), .absent("kernel-syms"), .absent("nfsservctl"),
        .absent("remap-file-pages", "EINVAL"),
      ]),
    Promise(
      "LH-KERN-014", .kernel, "The guest cannot say on which memory others' pages lie",
      why: "Moving pages needs locks of everybody's, and tells where things are.",
      references: ["CVE-2016-3070", "flatpak"],
      fix: "Refuse the calls of memory policy.", severity: .low,
      calls: [
        .reach("mbind", "EINVAL"), .reach("set-mempolicy", "EINVAL"),
        .reach("get-mempolicy", "EINVAL"), .reach("move-pages", "EINVAL"),
        .reach("migrate-pages", "ESRCH"), .reach("home-node", "EINVAL"),
      ]),
    Promise(
      "LH-KERN-015", .kernel, "The guest cannot put pages of files into pipes",
      why: "Who writes to the pipe then writes to the file, however it was opened.",
      references: ["CVE-2022-0847", "CVE-2026-31431"],
      fix: "Refuse splice(2), tee(2) and vmsplice(2).", severity: .high,
      calls: [
        .reach("splice", "EINVAL", "EBADF"), .reach("tee", "EINVAL", "EBADF"),
        .reach("vmsplice", "EINVAL", "EBADF"),
      ]),
    Promise(
      "LH-KERN-016", .kernel, "The guest cannot lock memory or hide it from the kernel",
      why: "Locked memory is everybody's loss; secret memory is out of every limit's sight.",
      fix: "Refuse the calls.", severity: .low,
      calls: [
        .guarded("mlock", "EINVAL", "ENOMEM"), .reach("mlock2", "EINVAL"),
        .reach("mlockall", "EINVAL"),
        .reach("memfd-secret", "EINVAL"), .filtered("mlock"),
      ]),
    Promise(
      "LH-KERN-017", .kernel, "The guest cannot tag its memory with keys",
      why: "A page whose right changes without a call is one that no filter sees.",
      fix: "Answer ENOSYS for memory protection keys.", severity: .low,
      calls: [
        .reach("pkey-alloc", "EINVAL"), .reach("pkey-free", "EINVAL"),
      ]),
    Promise(
      "LH-KERN-018", .kernel, "The guest cannot poison pages or have equal ones merged",
      why: "A merged page tells by its time what is in another's memory.",
      references: ["CVE-2015-2877"],
      fix: "Admit the advice of madvise(2) that allocators give.",
      calls: [.reach("madvise-poison", "EINVAL"), .reach("madvise-merge", "EINVAL")]),
    Promise(
      "LH-KERN-019", .kernel, "The guest cannot drain the kernel's entropy",
      why: "Others would wait for it.", references: ["minijail policy lint"],
      fix: "Refuse GRND_RANDOM.", severity: .low, calls: [.reach("random-drain", "EFAULT")]),
    Promise(
      "LH-KERN-020", .kernel,
      "The guest cannot have files in memory that can run, or of huge pages",
      why: "A file in memory is on no mount, and huge pages are few.",
      references: ["sandbox2 SecondExecveatNotAllowedByDefault"],
      fix: "Admit memfd_create(2) with its harmless flags alone.",
      calls: [
        .reach("memory-file-exec", "EFAULT", "EINVAL"), .reach("memory-file-huge", "EFAULT"),
      ]),
    Promise(
      "LH-KERN-021", .kernel, "The guest cannot make the kernel write everything out",
      why: "Everybody who writes then waits.", fix: "Refuse syncfs(2) and sync(2).", severity: .low,
      calls: [.reach("sync", "EBADF")]),
  ]
}

extension ProbeCall {
  /// A call that most kernels do not have any more: they say what the filter says.
  fileprivate static func absent(_ name: String, _ errors: String...) -> ProbeCall {
    ProbeCall(
      "reach-" + name,
      accepts: [
        .init(.signal(31), by: .filter), .init(.errors("EPERM", "ENOSYS"), by: .filter, .absence),
      ], control: .answers(.errors(Set(errors + ["ENOSYS"]))))
  }

  /// A call that not every processor answers alike.
  fileprivate static func differing(_ name: String) -> ProbeCall {
    ProbeCall("reach-" + name, accepts: Acceptance.byFilter, control: .differs)
  }
}
