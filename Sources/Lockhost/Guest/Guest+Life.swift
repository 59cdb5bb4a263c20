// SPDX-License-Identifier: MIT

import LockhostSandbox
import LockhostServices
import LockhostSystem
import LockhostWire

/// The stations of a guest's life after its launch, the watchdog over them, and the end.
extension Guest {
  // MARK: Stations

  func connected(_ hello: Hello, version: Int) {
    moments.connected = .now
    phase = .connected
    onEvent(.connected(sdk: hello.sdk))
  }

  /// Starts the scene once what it needs is there.
  ///
  /// A guest that waits for the host has all the time that this takes; its deadline is over with its
  /// hello.
  func present() {
    guard let whenPresentable = plan.whenPresentable else { return presentNow() }
    deadline?.cancel()
    deadline = nil
    let present: @Sendable () -> Void = { [weak self] in
      self?.assumeIsolated { guest in
        guard guest.phase == .connected else { return }
        guest.presentNow()
      }
    }
    whenPresentable { [loop] in
      if loop.isCurrent { present() } else { loop.perform(present) }
    }
  }

  /// Starts the scene; the watchdog counts anew from here.
  private func presentNow() {
    let now = MonotonicInstant.now
    moments.presented = now
    phase = .presented
    post(.present, EmptyBody())
    arm(plan.point.deadline)
    onEvent(.presented)
    checkReady(at: now)
  }

  func take(_ notice: GuestChannel.Notice) {
    guard phase < .dead else { return }
    switch notice {
    case .doesNotRead:
      end(.protocolBreach("it asks and does not read the answers"))
    case .fact(let fact):
      let now = MonotonicInstant.now
      switch fact {
      case .requirement(let id, let isMet):
        if latch.note(id, isMet: isMet, at: now),
          let requirement = plan.point.requirements.first(where: { $0.id == id })
        {
          onEvent(.met(requirement))
          checkReady(at: now)
        }
      case .firstFrame:
        if moments.firstFrame == nil { moments.firstFrame = now }
      default: break
      }
      onEvent(.fact(fact))
    }
  }

  private func checkReady(at now: MonotonicInstant) {
    guard phase == .presented, latch.missing.isEmpty else { return }
    phase = .ready
    moments.ready = now
    deadline?.cancel()
    deadline = nil
    onEvent(.ready)
  }

  // MARK: The watchdog

  /// Gives the guest so long for what comes next: its hello, then its requirements.
  func arm(_ time: Duration) {
    deadline?.cancel()
    // Whoever looks at a program with a debugger has all the time in the world.
    guard !plan.waitsForDebugger else { return }
    let instant = MonotonicInstant.now.advanced(by: time)
    deadlineInstant = instant
    deadline = loop.schedule(at: instant) { [weak self] in
      self?.assumeIsolated { $0.timeIsUp() }
    }
  }

  private func timeIsUp() {
    guard phase < .ready, cause == nil else { return }
    end(.watchdog(missing: phase < .presented ? [] : latch.missing))
  }

  // MARK: The end

  /// Settles what the end is due to; the first cause counts.
  func settle(_ cause: EndCause) {
    guard self.cause == nil else { return }
    self.cause = cause
    if phase < .ending { phase = .ending }
    moments.ended = .now
    onEvent(.ending(cause))
  }

  func take(_ event: ViolationListener.Event) {
    switch event {
    case .refused(let violation): onEvent(.refused(violation))
    case .attacked(let violation): end(.attack(violation))
    case .flooded(let total): end(.refusalFlood(total: total))
    }
  }

  /// How long after its death lines of source are still looked for.
  private static let settlingTime = Duration.seconds(3)

  /// The whole tree is dead.
  func died(_ exit: GuestExit) {
    guard phase < .dead else { return }
    // An attack that waits to be told is what ended the guest, or would have.
    settle(listener?.untoldAttack.map(EndCause.attack) ?? cause(of: exit))
    phase = .dead
    moments.dead = .now
    deadline?.cancel()
    measuring?.cancel()
    // What the guest still said before it died counts: its last requests are not answered any more,
    // but its last lines are shown.
    wireWatch?.cancel()
    channel?.close()
    calls.end()
    for stream in streams { stream.assumeIsolated { $0.finish() } }
    for service in services { service.end() }
    guard let listener else { return conclude(exit) }
    // The lines of its last refused calls belong into the record.
    listener.whenSettled(within: Self.settlingTime) { [self] in
      assumeIsolated { $0.conclude(exit) }
    }
  }

  /// Says the last word of a dead guest.
  private func conclude(_ exit: GuestExit) {
    if crash.isPending {
      // The copy is made; the frames are being worked out, with a bound on the work.
      crash.whenDone = { [self] in conclude(exit) }
      return
    }
    let violations = listener?.violations ?? []
    let unlisted = listener?.unlisted ?? 0
    listener?.cancel()
    onEvent(
      .ended(
        GuestEnding(
          cause: cause ?? cause(of: exit), exit: exit, moments: moments, met: latch.met,
          missing: latch.missing, violations: violations, unlistedViolations: unlisted,
          steps: process?.times.durations ?? [],
          peakBytes: exit.group?.peakBytes ?? peakBytes, crash: crash.finding,
          droppedEvents: channel?.droppedEvents ?? 0, ignoredMessages: inbox.ignored,
          discardedOutput: streams.reduce(0) { sum, stream in
            sum + stream.assumeIsolated { $0.discarded }
          })))
    // After whoever was told has begun with what there is to do about it.
    loop.perform { [self] in assumeIsolated { $0.letGo() } }
  }

  /// Breaks the circle of closures; what they captured goes with the last reference.
  private func letGo() {
    services = []
    serviceForRoute = [:]
    streams = []
    process = nil
  }

  private func cause(of exit: GuestExit) -> EndCause {
    if let limit = plan.specification.limit(behind: exit) { return .limit(limit) }
    return switch exit.status {
    case .exited(let code): .exited(code: code)
    // With a listener the filter never kills, so the signal is the guest's own.
    case .signaled(31, _) where listener == nil: .filterKill
    case .signaled(let signal, _): .crashed(signal: crash.signal ?? signal)
    // Nobody says what the tree used: the spawner has died, and the guest with it.
    case .killed where exit.resources == nil:
      .hostError(code: "LH3004", message: "lockhost-spawn ended, and the guest with it")
    case .killed: .crashed(signal: 9)
    }
  }
}
