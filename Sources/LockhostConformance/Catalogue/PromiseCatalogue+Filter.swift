// SPDX-License-Identifier: MIT

extension PromiseCatalogue {
  static let filter: [Promise] = [
    Promise(
      "LH-ABI-001", .filter, "A call by the 32-bit entry ends the guest",
      why:
        "The 32-bit table has other numbers, so a filter that compares numbers alone compares the "
        + "wrong ones, and the multiplexers of sockets and queues get past it whole.",
      references: ["CVE-2015-2830", "firejail #291", "nsjail #159"],
      fix: "Compare the architecture first, and kill for every other one.", severity: .high,
      needs: [.machine("x86_64")],
      calls: [
        .foreign("int80"), .foreign("int80-access", "EFAULT"), .foreign("int80-open", "EFAULT"),
        .foreign("int80-write", "EBADF"), .foreign("int80-socketcall", "EINVAL"),
        .foreign("int80-socket", "EINVAL"), .foreign("int80-ipc", "ENOSYS"),
        .foreign("int80-ptrace", "ESRCH"), .foreign("int80-mount", "EFAULT"),
        .foreign("int80-unshare", "EINVAL"), .foreign("int80-execve", "EFAULT"),
        .foreign("int80-setuid", "EINVAL"), .foreign("int80-clone3", "EFAULT"),
        .foreign("int80-vm86", "ENOSYS", "EPERM", "EINVAL"),
        .foreign("int80-vm86old", "ENOSYS", "EPERM", "EFAULT"),
        .foreign("int80-unknown", "ENOSYS"),
      ]),
    Promise(
      "LH-ABI-002", .filter, "A call by its x32 number ends the guest",
      why: "A kernel with x32 knows each call by a second number, which a list of numbers misses.",
      references: ["firejail #87", "kafel #19", "sandbox2 f9a197f3"],
      fix: "Refuse every number that has x32's bit.", severity: .high, needs: [.machine("x86_64")],
      calls: [
        .x32("x32"), .x32("x32-call", "41"), .x32("x32-call", "101"), .x32("x32-call", "165"),
        .x32("x32-call", "257"), .x32("x32-call", "272"), .x32("x32-call", "512"),
        .x32("x32-call", "520"),
      ]),
    Promise(
      "LH-ABI-003", .filter, "A number that is no call is answered ENOSYS",
      why: "Programs fall back to an older call when a new one is not there, and stop when it is "
        + "forbidden.",
      references: ["crbug 1213452", "moby profile"],
      fix: "Answer ENOSYS for every number that the filter's author did not know.",
      calls: [
        .unknown("unknown-call"), .unknown("numbers-next"), .unknown("numbers-unused"),
        .unknown("numbers-x32-bare"), .unknown("number-large"), .unknown("number-negative"),
      ]),
    Promise(
      "LH-ABI-004", .filter, "Calls of the latest kernels are answered as if they were not there",
      why: "A new call is a new way in that no list of forbidden calls has yet.",
      references: ["CVE-2021-41133"],
      fix: "Say what is allowed, and answer ENOSYS for what is newer than that.",
      calls: [
        .newer("openat2", "EFAULT"), .newer("openat2-short", "EINVAL"),
        .newer("fchmodat2", "EINVAL"), .newer("preadv2", "EBADF"), .newer("pwritev2", "EBADF"),
        .newer("futex-waitv", "EINVAL"), .newer("futex-wake", "EINVAL"),
        .newer("futex-wait", "EINVAL"), .newer("futex-requeue", "EINVAL"),
        .newer("cachestat", "EBADF"), .newer("shadow-stack", "EINVAL", "EOPNOTSUPP"),
        .newer("lsm-get", "EINVAL"), .newer("lsm-set", "EINVAL"), .newer("lsm-list", "EINVAL"),
        .newer("mseal", "EINVAL"), .newer("setxattrat", "EFAULT", "EINVAL"),
        .newer("getxattrat", "EFAULT", "EINVAL"), .newer("listxattrat", "EINVAL"),
        .newer("removexattrat", "EINVAL"), .newer("file-getattr", "EINVAL"),
        .newer("file-setattr", "EINVAL"),
      ]),
    Promise(
      "LH-ABI-005", .filter, "The guest cannot make a process whose flags no filter sees",
      why: "clone3 takes its flags from memory, where a filter cannot look: namespaces pass.",
      references: ["CVE-2021-41133", "aether #667", "aether #668"],
      fix: "Answer ENOSYS for clone3; C libraries then use clone.", severity: .high,
      calls: [
        .newer("clone3", "EFAULT"), .newer("clone3-short", "EINVAL"),
        .newer("clone3-long", "E2BIG"),
        ProbeCall(
          "clone3-invalid", accepts: [.init(.errors("ENOSYS"), by: .filter)],
          control: .answers(.errors("EFAULT"))),
        .filtered("clone3-child"), .filtered("clone3-newuser"),
      ]),
    Promise(
      "LH-ABI-006", .filter, "A forbidden argument is forbidden whatever its upper half holds",
      why: "Registers have 64 bits, and of many arguments the kernel looks at 32: what is compared "
        + "whole passes with rubbish above.",
      references: ["CVE-2019-10063", "CVE-2019-7303"],
      fix: "Compare both halves of every argument.", severity: .high,
      calls: [
        .reach("terminal-push-high", "EBADF"), .reach("terminal-paste-high", "EBADF"),
        .reach("family-inet-high", "EINVAL"), .reach("clone-user-high", "EINVAL"),
        .reach("mmap-code-high", "EINVAL"), .reach("prctl-high", "EINVAL"),
        ProbeCall(
          "tiocsti-high", accepts: Acceptance.byFilter,
          control: .answers(.errors("ENOTTY", "EIO", "EPERM")), ablation: [.withoutFilter]),
        ProbeCall(
          "number-wide", accepts: Acceptance.byFilter,
          control: .answers(.errors("EINVAL", "EAFNOSUPPORT")), ablation: [.withoutFilter]),
      ]),
    Promise(
      "LH-ABI-007", .filter, "Every thread is under the same filter",
      why: "A filter belongs to a thread; one that was made without it is free.",
      references: ["seccomp_bpf TSYNC", "sandbox2 tsync"],
      fix: "Put the filter on before the program's first instruction.", severity: .high,
      calls: [
        .inThread("reach-family-nfc", "EINVAL", "EAFNOSUPPORT"),
        .inThread("reach-family-x25", "EINVAL", "EAFNOSUPPORT"),
        .inThread("reach-sched-getattr", "EINVAL"),
        .inThread("reach-arch-components", "EINVAL", "EOPNOTSUPP", "EPERM"),
        .inThread("reach-unshare-files", "EINVAL"),
      ]),
    Promise(
      "LH-ABI-008", .filter, "The filter is on before the program's first instruction",
      why: "A program that puts its own filter on has run code without one.",
      references: ["nsjail #131", "sandbox2 1d4b32c5"],
      fix: "Let the filter admit the one exec that starts the program, and put it on before that.",
      severity: .high,
      calls: [
        ProbeCall(
          "first-call", accepts: Acceptance.byFilter,
          control: .answers(.errors("EINVAL", "EAFNOSUPPORT")), ablation: [.withoutFilter])
      ]),
    Promise(
      "LH-ABI-009", .filter, "The guest cannot put on a filter of its own or listen to one",
      why:
        "A guest that judges its own calls can answer for the kernel, also to programs it starts.",
      references: ["CVE-2022-30594"],
      fix: "Admit neither seccomp(2) nor PR_SET_SECCOMP.",
      calls: [
        .reach("seccomp", "EINVAL"), .reach("seccomp-strict", "EINVAL"),
        .reach("seccomp-filter", "EFAULT"), .reach("seccomp-listener", "EFAULT"),
        .reach("seccomp-tsync", "EFAULT"), .reach("seccomp-actions", "EFAULT"),
        .reach("seccomp-sizes", "EFAULT"), .reach("prctl-seccomp", "EINVAL"),
        .reach("notify-receive", "EBADF"),
      ]),
    Promise(
      "LH-ABI-010", .filter, "What is refused once is refused every time",
      why: "A limit on refusals must end the guest, and never let a call pass.",
      fix: "Keep no state that a guest can use up.",
      calls: [
        ProbeCall(
          "again", ["reach-ioprio-get", "500"], accepts: Acceptance.byFilter,
          control: .answers(.errors("EINVAL")), ablation: [.withoutFilter])
      ]),
    Promise(
      "LH-ABI-011", .filter, "The guest cannot change its Landlock rules",
      why:
        "Rules can only be narrowed, but every layer of them is code in the kernel with state of "
        + "the guest's making.",
      fix: "Put the rules on before the program, and refuse the calls.", severity: .low,
      calls: [
        .reach("landlock-create", "EINVAL"), .reach("landlock-add", "EINVAL", "EBADF"),
        .guarded("landlock-restrict", "EINVAL", "EBADF"),
      ]),
  ]
}

extension ProbeCall {
  fileprivate static func x32(_ probe: String, _ arguments: String...) -> ProbeCall {
    ProbeCall(
      probe, arguments, accepts: [.init(.signal(31), by: .filter)], control: .differs,
      ablation: [.withoutFilter])
  }

  fileprivate static func unknown(_ probe: String) -> ProbeCall {
    ProbeCall(
      probe, accepts: [.init(.errors("ENOSYS"), by: .filter, .kernel)],
      control: .none(
        because:
          "the kernel says the same of a number that it has no call for; what is shown is that "
          + "the filter says nothing else"))
  }

  fileprivate static func inThread(_ call: String, _ errors: String...) -> ProbeCall {
    ProbeCall(
      "in-thread", [call], accepts: Acceptance.byFilter,
      control: .answers(.errors(Set(errors))), ablation: [.withoutFilter])
  }
}
