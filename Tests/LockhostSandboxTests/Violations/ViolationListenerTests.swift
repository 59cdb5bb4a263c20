// SPDX-License-Identifier: MIT

import Glibc
import LockhostPolicy
import LockhostSandbox
import LockhostSystem
import Testing

@Suite("Answering refused calls", .timeLimit(.minutes(1))) struct ViolationListenerTests {
  static let socketCall: (String, [Int64]) = ("socket", [2, 1 | 0x80000, 0])

  /// A listener on a loop of its own, and what it tells.
  private func listen(
    to descriptor: SharedDescriptor, _ program: FilterProgram,
    limits: ViolationLimits = ViolationLimits()
  ) throws -> (ViolationListener, AsyncStream<ViolationListener.Event>) {
    let (events, continuation) = AsyncStream.makeStream(of: ViolationListener.Event.self)
    let listener = try ViolationListener(
      descriptor: descriptor, program: program, loop: try EventLoop(name: "violations"),
      limits: limits
    ) { continuation.yield($0) }
    return (listener, events)
  }

  private func compile(_ name: String = "capture") throws -> FilterProgram {
    try FilterCompiler.compile(
      try Policy.builtIn(name), executable: NotifiedChild.executable, listener: true)
  }

  @Test("equal refusals are one, with its arguments, rule and count")
  func merges() async throws {
    let program = try compile()
    let child = try NotifiedChild(program, calls: [Self.socketCall], rounds: 100)
    let (listener, events) = try listen(to: child.takeListener(), program)
    var iterator = events.makeAsyncIterator()
    guard case .refused(let first) = await iterator.next(isolation: #isolation) else {
      Issue.record("no refusal")
      return
    }
    #expect(await child.end() == 0)
    #expect(child.result(0) == -Int64(EPERM))
    #expect(first.call == "socket(AF_INET, SOCK_STREAM|SOCK_CLOEXEC, 0)")
    #expect(first.rule == "deny network errno EPERM report")
    #expect(first.action == .report(.notPermitted))
    #expect(first.thread == child.pid)
    let violations = listener.violations
    #expect(violations.count == 1)
    #expect(violations.first?.count == 100)
    #expect(listener.total == 100)
    #expect((violations.first?.firstSeen ?? .now) < (violations.first?.lastSeen ?? .now))
    listener.cancel()
  }

  @Test("different refusals stand side by side, in their order")
  func different() async throws {
    let program = try compile()
    let child = try NotifiedChild(
      program,
      calls: [
        Self.socketCall, ("execve", [0x1000, 0, 0]), ("mmap", [0, 4096, 7, 0x22, -1, 0]),
        ("ioctl", [1, 0x123_0000_5412, 0]), ("openat2", [-100, 1, 1, 24]), Self.socketCall,
      ])
    let (listener, _) = try listen(to: child.takeListener(), program)
    #expect(await child.end() == 0)
    #expect(
      listener.violations.map(\.call) == [
        "socket(AF_INET, SOCK_STREAM|SOCK_CLOEXEC, 0)", "execve(0x1000, NULL, NULL)",
        "mmap(NULL, 4096, PROT_READ|PROT_WRITE|PROT_EXEC, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0)",
        "ioctl(1, 0x12300005412, NULL)",
      ])
    #expect(listener.violations.map(\.count) == [2, 1, 1, 1])
    #expect(child.result(4) == -Int64(ENOSYS), "openat2 is refused in silence, by the kernel alone")
    listener.cancel()
  }

  @Test("an attack is told with evidence, and its thread does not go on")
  func attack() async throws {
    let program = try compile()
    let child = try NotifiedChild(program, calls: [("ptrace", [0, 0, 0, 0]), Self.socketCall])
    let (listener, events) = try listen(to: child.takeListener(), program)
    var iterator = events.makeAsyncIterator()
    guard case .attacked(let violation) = await iterator.next(isolation: #isolation) else {
      Issue.record("no attack")
      return
    }
    #expect(violation.call == "ptrace(PTRACE_TRACEME, 0, NULL, NULL)")
    #expect(violation.rule == "kill tracing")
    #expect(violation.action == .kill)
    child.kill()
    #expect(await child.end() == 128 + SIGKILL)
    // Its line is looked for while it is told, and only in the list.
    #expect(listener.violations.map(\.call) == [violation.call])
    #expect(listener.violations.map(\.firstSeen) == [violation.firstSeen])
    #expect(child.result(0) == 0 && child.result(1) == 0, "neither call came back")
    listener.cancel()
  }

  @Test("a flood is told once, and nothing is answered after it")
  func flood() async throws {
    let program = try compile()
    let child = try NotifiedChild(program, calls: [Self.socketCall], rounds: 1_000_000)
    let (listener, events) = try listen(
      to: child.takeListener(), program, limits: ViolationLimits(perSecond: 100_000, total: 500))
    // The first refusal is told when its line has been looked for, which may be after the flood.
    let flood = await events.first {
      if case .flooded(let total) = $0 { total == 501 } else { false }
    }
    #expect(flood != nil)
    child.kill()
    #expect(await child.end() == 128 + SIGKILL)
    #expect(listener.total == 501)
    #expect(listener.violations.first?.count == 501)
    listener.cancel()
  }

  @Test("a guest that dies while its call waits is no error")
  func diesInTheMiddle() async throws {
    let program = try compile()
    let child = try NotifiedChild(program, calls: [Self.socketCall])
    let descriptor = try child.takeListener()
    var entry = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&entry, 1, 10_000) == 1, "the call waits")
    child.kill()
    #expect(await child.end() == 128 + SIGKILL)
    let (listener, _) = try listen(to: descriptor, program)
    let loop = try EventLoop(name: "after")
    await withCheckedContinuation { continuation in loop.perform { continuation.resume() } }
    #expect(listener.violations.isEmpty)
    listener.cancel()
  }

  @Test("a closed listener refuses, and lets nothing through")
  func deadHost() async throws {
    let program = try compile()
    let child = try NotifiedChild(program, calls: [Self.socketCall, ("unshare", [0])])
    _ = try child.takeListener()
    #expect(await child.end() == 0)
    #expect(child.result(0) == -Int64(ENOSYS))
    #expect(child.result(1) == -Int64(ENOSYS))
  }

  @Test("a refusal in silence is answered and counted, not kept")
  func silence() async throws {
    let policy = try Policy(
      parsing: """
        policy quiet
        include capture
        without getrandom
        getrandom: flags == GRND_NONBLOCK
        deny getrandom errno ENOSYS
        """)
    let program = try FilterCompiler.compile(policy, executable: NotifiedChild.executable)
    let child = try NotifiedChild(program, calls: [("getrandom", [0, 0, 0])], rounds: 3)
    let (listener, _) = try listen(to: child.takeListener(), program)
    #expect(await child.end() == 0)
    #expect(child.result(0) == -Int64(ENOSYS))
    #expect(listener.total == 3)
    #expect(listener.violations.isEmpty)
    listener.cancel()
  }
}
