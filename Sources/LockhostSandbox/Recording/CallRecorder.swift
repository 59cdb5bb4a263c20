// SPDX-License-Identifier: MIT

import CLinux
import Glibc
public import LockhostPolicy
public import LockhostSystem
import Synchronization

/// Learns every call that a program makes, and answers it as the rules of its policy say.
///
/// The counterpart of `ViolationListener` for filters made by `FilterProgram.recording`. What the
/// rules admit is let through by the listener, which is sound only because the rules look at a
/// call's number and registers and at nothing behind a pointer. It costs every call a turn of the
/// host, so a recorded program runs several times slower; it is for programs that one trusts to show
/// what they do.
public final class CallRecorder: Sendable {
  /// What the recorder tells its owner.
  public enum Event: Sendable {
    /// A call was made that the policy kills for: kill the whole tree now.
    case attacked
    /// Too many different calls: end the program.
    case flooded
  }

  private struct Key: Hashable {
    let number: UInt32
    let arguments: [UInt64]
  }

  private struct State {
    var seen: Set<Key> = []
    var violations: ViolationLog
    var watch: EventWatch?
    var descriptor: SharedDescriptor?
    var isListening = true
  }

  /// More different calls than this are no program's, as far as rules tell calls apart.
  private static let maximumCalls = 65_536
  private static let burst = 64

  private let rules: RuleTable
  /// Which arguments of each admitted call some rule looks at.
  private let compared: [UInt32: Set<Int>]
  private let onEvent: @Sendable (Event) -> Void
  private let state: Mutex<State>

  /// Starts answering.
  ///
  /// - Parameters:
  ///   - descriptor: The filter's listener, as the spawner passed it up.
  ///   - program: The filter, made by `FilterProgram.recording`.
  ///   - loop: Where it runs; it holds the recorder until `cancel()` or the program's end.
  ///   - onEvent: Called on the loop; must not block.
  /// - Throws: `SystemError` for `epoll_ctl(2)`.
  public init(
    descriptor: SharedDescriptor, program: FilterProgram, loop: EventLoop,
    onEvent: @escaping @Sendable (Event) -> Void
  ) throws(SystemError) {
    rules = program.rules
    compared = Self.comparedArguments(of: program.rules)
    self.onEvent = onEvent
    state = Mutex(
      State(violations: ViolationLog(limits: ViolationLimits()), descriptor: descriptor))
    let watch = try loop.watch(descriptor, for: .input) { [self] in answer() }
    let isOver = state.withLock { state in
      if state.isListening { state.watch = watch }
      return !state.isListening
    }
    if isOver { watch.cancel() }
  }

  /// Every different call so far, without pointers and without what no rule looks at.
  public var calls: [SyscallInvocation] {
    state.withLock { state in
      state.seen.map { SyscallInvocation(number: $0.number, arguments: $0.arguments) }
    }
  }

  /// Every distinct refusal so far, oldest first.
  public var violations: [Violation] { state.withLock { $0.violations.violations } }

  /// Stops listening and closes the descriptor: calls fail with `ENOSYS` from here on.
  ///
  /// Idempotent, from any thread.
  public func cancel() {
    stop()
    state.withLock { $0.descriptor = nil }
  }

  private func answer() {
    for _ in 0..<Self.burst {
      guard let descriptor = state.withLock({ $0.isListening ? $0.descriptor : nil }) else {
        return
      }
      var notification = lh_notification()
      switch unsafe lh_seccomp_receive(descriptor.rawValue, &notification) {
      case 1: answer(notification, on: descriptor)
      case 0:
        if lh_seccomp_is_hung_up(descriptor.rawValue) != 0 { cancel() }
        return
      default:
        cancel()
        return
      }
    }
  }

  private func answer(_ notification: lh_notification, on descriptor: SharedDescriptor) {
    let call = SyscallInvocation(notification)
    let decision = rules.decision(for: call)
    let refusal: Refusal
    switch decision {
    case .allowed:
      guard keep(call, isAllowed: true) else { return end(.flooded) }
      // The thread may be gone in the meantime, which is as good as an answer.
      _ = lh_seccomp_let_through(descriptor.rawValue, notification.identifier)
      return
    case .refused(let named, _):
      guard keep(call, isAllowed: false) else { return end(.flooded) }
      refusal = named
    // There is no honest reason to speak to the kernel in another convention.
    case .foreign: refusal = .kill
    }
    let now = MonotonicInstant.now
    let isFlood = state.withLock { state in
      if case .errno = refusal { return state.violations.count(at: now) }
      return state.violations.record(
        call, refusal: refusal, rule: decision.rule, thread: notification.thread, at: now)
        == .flood
    }
    switch refusal {
    case .kill: end(.attacked)
    case .errno(let number), .report(let number):
      guard !isFlood else { return end(.flooded) }
      _ = lh_seccomp_refuse(
        descriptor.rawValue, notification.identifier, Int32(number.rawValue))
    }
  }

  private func end(_ event: Event) {
    if stop() { onEvent(event) }
  }

  /// Keeps what tells a call apart.
  ///
  /// - Returns: Whether there was room.
  private func keep(_ call: SyscallInvocation, isAllowed: Bool) -> Bool {
    guard let syscall = Syscall.numbered(call.number) else { return true }
    var arguments = call.arguments
    if isAllowed {
      let kept = compared[call.number] ?? []
      for place in arguments.indices where !kept.contains(place) { arguments[place] = 0 }
    } else {
      arguments = syscall.withoutPointers(arguments)
    }
    let key = Key(number: call.number, arguments: arguments)
    return state.withLock { state in
      guard state.seen.count < Self.maximumCalls || state.seen.contains(key) else { return false }
      state.seen.insert(key)
      return true
    }
  }

  /// - Returns: Whether this call ended the listening.
  @discardableResult private func stop() -> Bool {
    let (watch, wasListening) = state.withLock { state in
      defer {
        state.isListening = false
        state.watch = nil
      }
      return (state.watch, state.isListening)
    }
    watch?.cancel()
    return wasListening
  }

  private static func comparedArguments(of rules: RuleTable) -> [UInt32: Set<Int>] {
    var compared = rules.admissions.mapValues { admissions in
      Set(admissions.flatMap(\.alternatives).joined().map(\.argument))
    }
    // Whether a file is opened for writing is asked of every program.
    for (name, place) in [("open", 1), ("openat", 2)] {
      guard let call = Syscall.named(name) else { continue }
      compared[call.number, default: []].insert(place)
    }
    return compared
  }
}
