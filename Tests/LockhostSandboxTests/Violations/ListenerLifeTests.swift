// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LockhostPolicy
import LockhostSandbox
import LockhostSystem
import Testing

/// What becomes of a call that waits when one of the two sides goes away, and that none is ever made.
@Suite("Refused calls and the ends of hosts and guests", .timeLimit(.minutes(3)))
struct ListenerLifeTests {
  private func compile() throws -> FilterProgram {
    try FilterCompiler.compile(
      try Policy.builtIn("capture"), executable: NotifiedChild.executable, listener: true)
  }

  /// Calls that succeed where no filter is, each of which changes or makes something.
  static let calls: [(String, [Int64])] = [
    ("socket", [2, 1, 0]), ("socket", [1, 5, 0]), ("prctl", [4, 1, 0, 0, 0]),
    ("personality", [0xffff_ffff]), ("kill", [0, 0]), ("setpgid", [0, 0]),
    ("mmap", [0, 4096, 7, 0x22, -1, 0]), ("inotify_init1", [0]), ("dup2", [0, 150]),
    ("sched_yield", []), ("getppid", []),
  ]

  @Test("whatever the listener answers, no call is made")
  func neverContinues() async throws {
    let program = try compile()
    let evaluator = try FilterEvaluator(program.instructions)
    let asked = try Self.calls.filter { name, arguments in
      let number = try #require(Syscall.named(name)).number
      return evaluator.action(
        for: SyscallInvocation(
          number: number, arguments: arguments.map(UInt64.init(bitPattern:)))) == .notify
    }
    #expect(asked.count >= 6, "most of them go to the listener")
    // Control: without the filter each of them is made.
    let plain = try KernelAnswers.of(
      KernelAnswers.everything,
      to: try asked.map { name, arguments in
        SyscallInvocation(
          number: try #require(Syscall.named(name)).number,
          arguments: arguments.map(UInt64.init(bitPattern:)))
      }, as: -1)
    for (call, answer) in zip(asked, plain) {
      guard case .value(let value) = answer, value >= 0 else {
        Issue.record("\(call) fails anyway: \(answer)")
        continue
      }
    }
    let child = try NotifiedChild(program, calls: asked, rounds: 50)
    let listener = try ViolationListener(
      descriptor: try child.takeListener(), program: program, loop: try EventLoop(name: "answers")
    ) { _ in }
    #expect(await child.end() == 0)
    for (place, call) in asked.enumerated() {
      #expect(child.result(place) == -Int64(EPERM), "\(call)")
    }
    #expect(listener.total == asked.count * 50)
    await listener.settle(within: .seconds(20))
    listener.cancel()
  }

  @Test("a call that the host has taken and not answered is refused when the host dies")
  func hostDies() async throws {
    let program = try compile()
    let child = try NotifiedChild(program, calls: [("socket", [2, 1, 0])])
    var listener: SharedDescriptor? = try child.takeListener()
    let number = try #require(listener?.rawValue)
    var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&entry, 1, 10_000) == 1)
    var notification = lh_notification()
    #expect(unsafe lh_seccomp_receive(number, &notification) == 1)
    #expect(lh_seccomp_is_waiting(number, notification.identifier) == 1)
    // What the kernel does for a host that is killed: it closes its descriptors.
    listener = nil
    #expect(await child.end() == 0)
    #expect(child.result(0) == -Int64(ENOSYS))
  }

  @Test("what was read of a thread that is gone is not believed")
  func identifierOfTheDead() async throws {
    let program = try compile()
    let child = try NotifiedChild(program, calls: [("socket", [2, 1, 0])])
    let listener = try child.takeListener()
    var entry = pollfd(fd: listener.rawValue, events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&entry, 1, 10_000) == 1)
    var notification = lh_notification()
    #expect(unsafe lh_seccomp_receive(listener.rawValue, &notification) == 1)
    child.kill()
    #expect(await child.end() == 128 + SIGKILL)
    #expect(lh_seccomp_is_waiting(listener.rawValue, notification.identifier) == 0)
  }

  @Test(
    "a guest that dies while its stack is copied or worked through holds nobody up",
    .enabled(if: RefusedCalls.canBeBuilt, "\(RefusedCalls.hint)"))
  func guestDies() async throws {
    let spawner = try Spawner()
    let (specification, filter) = try await RefusedCalls.dynamic.guest("flood")
    for round in 0..<20 {
      let guest = try await spawner.launch(specification)
      let listener = try ViolationListener(
        descriptor: try #require(guest.listener), program: filter, loop: spawner.loop,
        limits: ViolationLimits(perSecond: .max, total: .max)
      ) { _ in }
      // At any moment: before its first call, in the middle of it, after it.
      while listener.total < round % 4 { await Task.yield() }
      try guest.kill()
      #expect(await guest.exit().status == .killed)
      let before = MonotonicInstant.now
      await listener.settle(within: .seconds(30))
      #expect(before.duration(to: .now) < .seconds(20))
      #expect(listener.violations.count <= 4)
      listener.cancel()
    }
  }

  @Test("a call of a foreign convention is named, with its arguments, and ends the guest")
  func foreign() async throws {
    let spawner = try Spawner()
    for (word, call, rule) in [
      ("int80", "i386 getpid(", "only 64-bit calls"), ("x32", "x32 getpid()", "no x32 calls"),
    ] {
      let path = try ProgramFolder.path(of: "lockhost-probe")
      let outcome = try await spawner.watch(try RefusedCalls.guest(path, [word]))
      #expect(outcome.exit.status == .killed)
      #expect(outcome.output == "")
      let violation = try #require(outcome.violations.last, "\(word)")
      #expect(violation.call.hasPrefix(call), "\(violation)")
      #expect(violation.rule == rule)
      #expect(violation.action == .kill)
      #expect(violation.source?.hasPrefix("abi.c:") == true || word == "x32", "\(violation)")
      guard case .attacked(let told) = outcome.events.last else {
        Issue.record("\(outcome.events)")
        continue
      }
      #expect(told.syscall == "getpid")
    }
  }
}
