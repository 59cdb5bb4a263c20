// SPDX-License-Identifier: MIT

import CLockhostTesting
import Glibc
import LockhostPolicy
import LockhostSandbox
import Testing

/// What the kernel answers under the compiled filters, in children that have them installed.
@Suite("The kernel's answers") struct KernelAnswersTests {
  /// The users to try as: this one, and an ordinary one where this one is root.
  static let users: [Int32] = geteuid() == 0 ? [-1, 65_534] : [-1]

  /// Calls that the kernel answers itself, whatever a filter says, since Linux 6.14: they are made
  /// by its own probes and end in `SIGILL` or an error for everybody else.
  static let passedByTheKernel: Set<UInt32> = [335, 336]

  @Test(
    "the kernel refuses every call as the evaluator says",
    arguments: ["capture", "app", "control", "compute", "program"], users)
  func refusals(name: String, user: Int32) throws {
    let program = try FilterCompiler.compile(
      try Policy.builtIn(name), executable: 256, listener: false)
    let evaluator = try FilterEvaluator(program.instructions)
    var calls: [SyscallInvocation] = []
    var killed: Set<UInt32> = []
    for call in program.boundaryCalls()
    where call.architecture == .x86_64 && !Self.passedByTheKernel.contains(call.number) {
      let action = evaluator.action(for: call)
      if action == .allow { continue }
      // A child dies of each; one for each number is enough, and for x32 every hundredth.
      if action == .killProcess {
        guard call.number < 0x4000_0000 || call.number % 100 == 0 else { continue }
        guard killed.insert(call.number).inserted else { continue }
      }
      calls.append(call)
    }
    #expect(calls.count > 3000)
    let results = try KernelAnswers.of(program, to: calls, as: user)
    for (call, result) in zip(calls, results) {
      let action = evaluator.action(for: call)
      let expected =
        action.errorNumber.map { KernelAnswers.Answer.value(-Int64($0.rawValue)) } ?? .died(SIGSYS)
      #expect(result == expected, "\(Syscall.numbered(call.number)?.name ?? "") \(call)")
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let call: String
    let arguments: [Int64]
    let answer: KernelAnswers.Answer
    let plain: KernelAnswers.Answer?
    var testDescription: String { "\(call)\(arguments) → \(answer)" }

    init(
      _ call: String, _ arguments: Int64..., gives answer: KernelAnswers.Answer,
      without plain: KernelAnswers.Answer? = nil
    ) {
      self.call = call
      self.arguments = arguments
      self.answer = answer
      self.plain = plain
    }
  }

  /// Calls with descriptors and pointers that are none, so that a call which gets through says so.
  static let cases: [Case] = [
    Case("socket", 2, 1, 0, gives: .error(EPERM)),
    Case("socket", 1, 1, 0, gives: .error(EPERM)),
    Case("socketpair", 1, 5, 0, 1, gives: .error(EPERM), without: .error(EFAULT)),
    Case("clone3", 1, 88, gives: .error(ENOSYS), without: .error(EFAULT)),
    Case("io_uring_setup", 1, 1, gives: .error(ENOSYS)),
    Case("userfaultfd", -1, gives: .died(SIGSYS), without: .error(EINVAL)),
    Case("ptrace", -1, 0, 0, 0, gives: .died(SIGSYS)),
    Case("unshare", 0, gives: .died(SIGSYS), without: .value(0)),
    Case("setns", -1, 0, gives: .died(SIGSYS), without: .error(EBADF)),
    Case("mount", 1, 1, 1, 0, 1, gives: .died(SIGSYS)),
    Case("bpf", 0, 1, 1, gives: .died(SIGSYS)),
    Case("keyctl", 0, 1, 0, 0, 0, gives: .died(SIGSYS)),
    Case("open_by_handle_at", -1, 1, 0, gives: .died(SIGSYS)),
    Case("process_vm_readv", 1, 1, 0, 1, 0, 0, gives: .died(SIGSYS)),
    Case("pidfd_getfd", -1, -1, 0, gives: .died(SIGSYS), without: .error(EBADF)),
    Case("ioctl", -1, 0x5412, 1, gives: .error(EPERM), without: .error(EBADF)),
    Case("ioctl", -1, 0x123_0000_5412, 1, gives: .error(EPERM), without: .error(EBADF)),
    Case("ioctl", -1, 0x541b, 1, gives: .error(EBADF)),
    Case("ioctl", -1, 0x1_0000_541b, 1, gives: .error(EPERM), without: .error(EBADF)),
    Case("mmap", 0, 0, 3, 2, -1, 0, gives: .error(EBADF)),
    Case("mmap", 0, 0, 4, 2, -1, 0, gives: .error(EPERM), without: .error(EBADF)),
    Case("mmap", 0, 0, 7, 0x22, -1, 0, gives: .error(EPERM), without: .error(EINVAL)),
    Case("mprotect", 1, 0, 3, gives: .error(EINVAL)),
    Case("mprotect", 1, 0, 7, gives: .error(EPERM), without: .error(EINVAL)),
    Case("mprotect", 1, 0, 0x1_0000_0003, gives: .error(EPERM)),
    Case("prlimit64", 0, 7, 0, 1, gives: .error(EFAULT)),
    Case("prlimit64", 0, 7, 1, 0, gives: .error(EPERM), without: .error(EFAULT)),
    Case("prlimit64", 1, 7, 0, 0, gives: .error(EPERM)),
    Case("sendmsg", 3, 1, 0, gives: .error(EBADF)),
    Case("sendmsg", 4, 1, 0, gives: .error(EPERM)),
    Case("sendmsg", 257, 1, 0, gives: .error(EBADF)),
    Case("sendmsg", 0x1_0000_0101, 1, 0, gives: .error(EPERM), without: .error(EBADF)),
    Case("execve", 1, 1, 1, gives: .error(EPERM), without: .error(EFAULT)),
    Case("execveat", 256, 1, 0, 0, 0x1000, gives: .error(EFAULT)),
    Case("execveat", 255, 1, 0, 0, 0x1000, gives: .error(EPERM), without: .error(EFAULT)),
    Case("execveat", 256, 1, 0, 0, 0, gives: .error(EPERM), without: .error(EFAULT)),
    Case("execveat", 256, 1, 0, 0, 0x1100, gives: .error(EPERM), without: .error(EFAULT)),
    Case("kill", 0, 0, gives: .error(EPERM), without: .value(0)),
    Case("tgkill", -1, -1, 0, gives: .error(EPERM), without: .error(EINVAL)),
    Case("tgkill", 0, 0, 0, gives: .error(EINVAL)),
    Case("prctl", 15, 1, 0, 0, 0, gives: .error(EFAULT)),
    Case("prctl", 22, 0, 0, 0, 0, gives: .error(EPERM), without: .error(EINVAL)),
    Case("prctl", 4, 1, 0, 0, 0, gives: .error(EPERM), without: .value(0)),
    Case("clone", 17 | 0x1000_0000, 0, 0, 0, 0, gives: .error(EPERM)),
    Case("seccomp", 1, 8, 1, gives: .error(EPERM), without: .error(EFAULT)),
    Case("fcntl", -1, 1024, 0, gives: .error(EPERM), without: .error(EBADF)),
    Case("fcntl", -1, 1, 0, gives: .error(EBADF)),
    Case("memfd_create", 1, 4, gives: .error(EPERM)),
    Case("memfd_create", 1, 3, gives: .error(EFAULT)),
    Case("getrandom", 1, 1, 2, gives: .error(EPERM)),
    Case("rseq", 1, 0, 0, 0, gives: .error(EINVAL)),
    Case("setuid", 0, gives: .error(EPERM)),
    Case("shmget", 0, 0, 0, gives: .error(EPERM)),
    Case("personality", 0xffff_ffff, gives: .error(EPERM), without: .value(0)),
    Case("openat", -1, 1, 0, 0, gives: .error(EFAULT)),
    Case("newfstatat", -1, 1, 1, 0, gives: .error(EFAULT)),
    Case("futex", 1, 1, 1, 0, 0, 0, gives: .error(EINVAL)),
    Case("getpgid", 0x7fff_ffff, gives: .error(ESRCH)),
  ]

  @Test("under capture each call gets its answer, and another without the filter", arguments: users)
  func capture(user: Int32) throws {
    let program = try FilterCompiler.compile(
      try Policy.builtIn("capture"), executable: 256, listener: false)
    let calls = try Self.cases.map { row in
      SyscallInvocation(
        number: try #require(Syscall.named(row.call)).number,
        arguments: row.arguments.map(UInt64.init(bitPattern:)))
    }
    let plain = try KernelAnswers.of(KernelAnswers.everything, to: calls, as: user)
    let results = try KernelAnswers.of(program, to: calls, as: user)
    for ((row, result), unfiltered) in zip(zip(Self.cases, results), plain) {
      #expect(result == row.answer, "\(row)")
      #expect(unfiltered == row.plain ?? unfiltered, "\(row) without the filter")
      if row.plain == nil, case .died = unfiltered { Issue.record("\(row) dies anyway") }
    }
  }

  @Test("foreign conventions die at their first call", arguments: users)
  func conventions(user: Int32) throws {
    let program = try FilterCompiler.compile(
      try Policy.builtIn("capture"), executable: nil, listener: false)
    // getpid by int 0x80, and as x32.
    let answers = try KernelAnswers.of(
      program, toNumbers: [20 | Int64(LH_CALL_I386), 39 | 0x4000_0000, 0x7fff_ffff, 39], as: user)
    #expect(answers.prefix(3) == [.died(SIGSYS), .died(SIGSYS), .died(SIGSYS)])
    guard case .value(let pid) = answers[3], pid > 0 else {
      Issue.record("getpid gave \(answers[3])")
      return
    }
  }

  @Test("numbers that are no calls are not implemented", arguments: users)
  func unknownNumbers(user: Int32) throws {
    let program = try FilterCompiler.compile(
      try Policy.builtIn("program"), executable: nil, listener: false)
    let numbers = Array(470...502) + [512, 547, 600, 1023, 0x3fff_ffff, -1]
    let answers = try KernelAnswers.of(program, toNumbers: numbers.map(Int64.init), as: user)
    #expect(answers.allSatisfy { $0 == .error(ENOSYS) })
  }
}
