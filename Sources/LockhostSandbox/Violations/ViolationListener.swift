// SPDX-License-Identifier: MIT

import CLinux
import Glibc
public import LockhostPolicy
public import LockhostSystem
import Synchronization

/// Answers the calls that a guest's filter hands to the host, and keeps a record of them.
///
/// Lives on an event loop; every callback runs there. It answers with an error number or has the
/// guest killed; it never lets a call through, and it never reads the guest's memory. A guest that
/// dies while its call waits is no error. Once the listener is closed, by `cancel()` or by the death
/// of the host, the kernel refuses what would have come here with `ENOSYS`.
public final class ViolationListener: Sendable {
  /// What the listener tells its owner.
  public enum Event: Sendable {
    /// A call was refused that had not been seen before.
    case refused(Violation)
    /// A call was made that only an attacker makes: kill the whole tree now.
    ///
    /// The thread that made it stays in its call until it dies, and so does every thread that makes
    /// a call for the listener from here on: nothing is answered any more. Told once.
    case attacked(Violation)
    /// Too many refusals, in one second or in all: end the guest, as after `attacked`.
    ///
    /// Told once, and not after `attacked`.
    case flooded(total: Int)
  }

  private enum Phase {
    case listening
    /// The guest is about to be killed; its calls wait.
    case condemned
    case cancelled
  }

  private struct State {
    var log: ViolationLog
    var watch: EventWatch?
    var descriptor: SharedDescriptor?
    var phase = Phase.listening
  }

  /// How many calls are answered before the loop gets its turn again.
  private static let burst = 64

  private let program: FilterProgram
  private let onEvent: @Sendable (Event) -> Void
  private let state: Mutex<State>

  /// Starts answering.
  ///
  /// The loop holds the listener until `cancel()`, or until the last thread of the guest is gone.
  ///
  /// - Parameters:
  ///   - descriptor: The filter's listener, as the spawner passed it up.
  ///   - program: The filter that it belongs to.
  ///   - loop: Where it runs.
  ///   - limits: When refusals are a flood.
  ///   - onEvent: Called on the loop; must not block.
  /// - Throws: `SystemError` for `epoll_ctl(2)`. The descriptor is then not watched; the caller
  ///   closes it, and with it ends the guest's calls.
  public init(
    descriptor: SharedDescriptor, program: FilterProgram, loop: EventLoop,
    limits: ViolationLimits = ViolationLimits(), onEvent: @escaping @Sendable (Event) -> Void
  ) throws(SystemError) {
    self.program = program
    self.onEvent = onEvent
    state = Mutex(State(log: ViolationLog(limits: limits), descriptor: descriptor))
    let watch = try loop.watch(descriptor, for: .input) { [self] in answer() }
    let isOver = state.withLock { state in
      if state.phase == .listening { state.watch = watch }
      return state.phase != .listening
    }
    if isOver { watch.cancel() }
  }

  /// Every distinct refusal so far, oldest first, with counts.
  ///
  /// Any thread may ask.
  public var violations: [Violation] { state.withLock { $0.log.violations } }

  /// How many refusals there were in all, with those that are answered in silence.
  public var total: Int { state.withLock { $0.log.total } }

  /// How many refusals are in none of `violations`, because there were too many different ones.
  public var unlisted: Int { state.withLock { $0.log.unlisted } }

  /// Stops listening and closes the descriptor.
  ///
  /// Idempotent, from any thread. Calls that wait or come later fail with `ENOSYS`; so after
  /// `attacked` or `flooded` kill the guest first.
  public func cancel() {
    end(.cancelled)
  }

  private func answer() {
    for _ in 0..<Self.burst {
      guard let descriptor = state.withLock({ $0.phase == .listening ? $0.descriptor : nil }) else {
        return
      }
      var notification = lh_notification()
      switch unsafe lh_seccomp_receive(descriptor.rawValue, &notification) {
      case 1:
        answer(notification, on: descriptor)
      case 0:
        // A hang-up would wake the loop for ever.
        if lh_seccomp_is_hung_up(descriptor.rawValue) != 0 { end(.cancelled) }
        return
      default:
        end(.cancelled)
        return
      }
    }
  }

  private func answer(_ notification: lh_notification, on descriptor: SharedDescriptor) {
    let call = SyscallInvocation(notification)
    let now = MonotonicInstant.now
    let refusal: Refusal
    let rule: String
    switch program.decision(for: call) {
    case .refused(let named, let text): (refusal, rule) = (named, text)
    // The filter asked about what the rules admit, so filter and rules do not belong together.
    case .allowed(let text), .foreign(let text): (refusal, rule) = (.report(.notPermitted), text)
    }
    var event: Event?
    let number: ErrorNumber?
    switch refusal {
    case .errno(let silent):
      number = silent
      let isFlood = state.withLock { $0.log.count(at: now) }
      if isFlood { event = .flooded(total: total) }
    case .report(let reported):
      number = reported
      event = record(call, refusal: refusal, rule: rule, notification: notification, at: now)
    case .kill:
      number = nil
      _ = record(call, refusal: refusal, rule: rule, notification: notification, at: now)
      event = .attacked(
        Violation(
          call, refusal: refusal, rule: rule, thread: notification.thread, at: now))
    }
    switch event {
    case .attacked, .flooded:
      guard end(.condemned) else { return }
    case .refused, nil:
      // The thread may be gone in the meantime, which is as good as an answer.
      if let number {
        _ = lh_seccomp_refuse(
          descriptor.rawValue, notification.identifier, Int32(number.rawValue))
      }
    }
    if let event { onEvent(event) }
  }

  private func record(
    _ call: SyscallInvocation, refusal: Refusal, rule: String, notification: lh_notification,
    at now: MonotonicInstant
  ) -> Event? {
    state.withLock { state in
      switch state.log.record(
        call, refusal: refusal, rule: rule, thread: notification.thread, at: now)
      {
      case .first: state.log.violations.last.map(Event.refused)
      case .again: nil
      case .flood: .flooded(total: state.log.total)
      }
    }
  }

  /// Stops watching; after `cancelled` the descriptor goes too.
  ///
  /// - Returns: Whether this call ended the listening.
  @discardableResult private func end(_ phase: Phase) -> Bool {
    let (watch, wasListening) = state.withLock { state in
      let wasListening = state.phase == .listening
      let watch = state.watch
      state.watch = nil
      if wasListening || phase == .cancelled { state.phase = phase }
      if state.phase == .cancelled { state.descriptor = nil }
      return (watch, wasListening)
    }
    watch?.cancel()
    return wasListening
  }
}

extension SyscallInvocation {
  /// Takes a call as the kernel notifies of it.
  init(_ notification: lh_notification) {
    let a = notification.arguments
    self.init(
      number: UInt32(bitPattern: notification.number),
      architecture: Architecture(rawValue: notification.architecture),
      arguments: [a.0, a.1, a.2, a.3, a.4, a.5],
      instructionPointer: notification.instruction_pointer)
  }
}
