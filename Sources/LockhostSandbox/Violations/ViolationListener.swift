// SPDX-License-Identifier: MIT

import CLinux
import Glibc
public import LockhostPolicy
public import LockhostSystem
import Synchronization

/// Answers the calls that a guest's filter hands to the host, and keeps a record of them.
///
/// Lives on an event loop; every callback runs there. It answers with an error number or has the
/// guest killed; it never lets a call through. A guest that dies while its call waits is no error.
/// Once the listener is closed, by `cancel()` or by the death of the host, the kernel refuses what
/// would have come here with `ENOSYS`.
///
/// The first call of a kind waits until its stack has been copied, away from the loop, to find the
/// line of source that it came from; all others are answered at once.
public final class ViolationListener: Sendable {
  /// What the listener tells its owner.
  public enum Event: Sendable {
    /// A call was refused that had not been seen before; its line has been looked for.
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
    /// Whether the owner wants to hear no more.
    var isSilent = false
    /// The attack that the owner has not been told of yet.
    var attack: Violation?
    /// How many lines are being looked for.
    var searches = 0
    var settled: [@Sendable () -> Void] = []
  }

  /// How many calls are answered before the loop gets its turn again.
  private static let burst = 64
  /// How long an attack may wait for its stack to be copied before the owner is told.
  private static let attackPatience = Duration.milliseconds(100)

  private let program: FilterProgram
  private let loop: EventLoop
  private let finder: SourceFinder?
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
  ///   - sources: Which files are the author's own; nil looks for no lines, and then nothing is read
  ///     of the guest's memory or files.
  ///   - onEvent: Called on the loop; must not block.
  /// - Throws: `SystemError` for `epoll_ctl(2)`. The descriptor is then not watched; the caller
  ///   closes it, and with it ends the guest's calls.
  public init(
    descriptor: SharedDescriptor, program: FilterProgram, loop: EventLoop,
    limits: ViolationLimits = ViolationLimits(), sources: SourceRules? = SourceRules(),
    onEvent: @escaping @Sendable (Event) -> Void
  ) throws(SystemError) {
    self.program = program
    self.loop = loop
    self.onEvent = onEvent
    finder = sources.map(SourceFinder.init)
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

  /// An attack that was made and that the owner has not been told of: its stack is being copied.
  ///
  /// For a guest that dies of something else in that moment.
  public var untoldAttack: Violation? { state.withLock { $0.attack } }

  /// How many refusals there were in all, with those that are answered in silence.
  public var total: Int { state.withLock { $0.log.total } }

  /// How many refusals are in none of `violations`, because there were too many different ones.
  public var unlisted: Int { state.withLock { $0.log.unlisted } }

  /// Calls a body on the loop once every line that is looked for has been found or given up.
  ///
  /// For the end of a guest, whose refusals are then complete.
  ///
  /// - Parameter time: How long that may take.
  public func whenSettled(within time: Duration, _ body: @escaping @Sendable () -> Void) {
    let isCalled = Atomic(false)
    let once: @Sendable () -> Void = {
      if !isCalled.exchange(true, ordering: .relaxed) { body() }
    }
    loop.perform { [self] in
      let isSettled = state.withLock { state in
        if state.searches > 0 { state.settled.append(once) }
        return state.searches == 0
      }
      guard !isSettled else { return once() }
      _ = loop.schedule(at: MonotonicInstant.now.advanced(by: time), once)
    }
  }

  /// Waits until every line that is looked for has been found or given up.
  ///
  /// - Parameter time: How long to wait at most.
  public func settle(within time: Duration) async {
    await withCheckedContinuation { continuation in
      whenSettled(within: time) { continuation.resume() }
    }
  }

  /// Stops listening and closes the descriptor; no event follows.
  ///
  /// Idempotent, from any thread. Calls that wait or come later fail with `ENOSYS`; so after
  /// `attacked` or `flooded` kill the guest first.
  public func cancel() {
    state.withLock { $0.isSilent = true }
    end(.cancelled)
  }

  // MARK: Answering

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
    // There is no honest reason to speak to the kernel in another convention.
    case .foreign(let text): (refusal, rule) = (.kill, text)
    // The filter asked about what the rules admit, so filter and rules do not belong together.
    case .allowed(let text): (refusal, rule) = (.report(.notPermitted), text)
    }
    guard case .errno(let number) = refusal else {
      return refuse(call, refusal, rule, notification, on: descriptor, at: now)
    }
    if state.withLock({ $0.log.count(at: now) }) { return flooded() }
    _ = lh_seccomp_refuse(descriptor.rawValue, notification.identifier, Int32(number.rawValue))
  }

  /// Answers a call that is kept.
  private func refuse(
    _ call: SyscallInvocation, _ refusal: Refusal, _ rule: String, _ notification: lh_notification,
    on descriptor: SharedDescriptor, at now: MonotonicInstant
  ) {
    let outcome = state.withLock { state in
      state.log.record(call, refusal: refusal, rule: rule, thread: notification.thread, at: now)
    }
    switch (refusal, outcome) {
    case (.kill, _):
      condemn(notification, on: descriptor, place: outcome)
    case (_, .flood):
      flooded()
    case (.report(let number), .first(let place)):
      let reply: @Sendable () -> Void = { [self] in
        // The thread may be gone in the meantime, which is as good as an answer.
        guard state.withLock({ $0.phase == .listening }) else { return }
        _ = lh_seccomp_refuse(descriptor.rawValue, notification.identifier, Int32(number.rawValue))
      }
      guard !search(notification, on: descriptor, place: place, isTold: true, copied: reply) else {
        return
      }
      reply()
      tell(.refused(state.withLock { $0.log.violations[place] }))
    case (.report(let number), .again), (.errno(let number), _):
      _ = lh_seccomp_refuse(descriptor.rawValue, notification.identifier, Int32(number.rawValue))
    }
  }

  private func condemn(
    _ notification: lh_notification, on descriptor: SharedDescriptor,
    place outcome: ViolationLog.Outcome
  ) {
    guard end(.condemned) else { return }
    let place: Int? = if case .first(let place) = outcome { place } else { nil }
    state.withLock { $0.attack = $0.log.violations[place ?? $0.log.violations.count - 1] }
    // A dead guest has no stack, so it is copied before the owner kills; not for longer than that
    // takes, whatever the guest does to its own memory.
    let isSearching =
      place.map { place in
        search(notification, on: descriptor, place: place, isTold: false) { [self] in
          loop.perform { self.tellAttack() }
        }
      } ?? false
    guard isSearching else { return tellAttack() }
    _ = loop.schedule(at: MonotonicInstant.now.advanced(by: Self.attackPatience)) {
      [self] in tellAttack()
    }
  }

  private func flooded() {
    guard end(.condemned) else { return }
    tell(.flooded(total: total))
  }

  private func tellAttack() {
    if let violation = state.withLock({ $0.attack.take() }) { tell(.attacked(violation)) }
  }

  private func tell(_ event: Event) {
    guard !state.withLock({ $0.isSilent }) else { return }
    onEvent(event)
  }

  // MARK: Lines

  /// Looks for the line that a call came from.
  ///
  /// - Returns: False when it is not looked for; `copied` is not called then.
  private func search(
    _ notification: lh_notification, on descriptor: SharedDescriptor, place: Int, isTold: Bool,
    copied: @escaping @Sendable () -> Void
  ) -> Bool {
    guard let finder else { return false }
    state.withLock { $0.searches += 1 }
    let isSearching = finder.find(notification, listener: descriptor, copied: copied) {
      [self] line in loop.perform { self.found(line, place: place, isTold: isTold) }
    }
    if !isSearching { state.withLock { $0.searches -= 1 } }
    return isSearching
  }

  private func found(_ line: String?, place: Int, isTold: Bool) {
    let (violation, settled) = state.withLock { state in
      state.log.setSource(line, at: place)
      state.searches -= 1
      var settled: [@Sendable () -> Void] = []
      if state.searches == 0 { swap(&settled, &state.settled) }
      return (state.log.violations[place], settled)
    }
    if isTold { tell(.refused(violation)) }
    for body in settled { body() }
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
