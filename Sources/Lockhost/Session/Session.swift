// SPDX-License-Identifier: MIT

import Dispatch
package import LockhostDevice
import LockhostSandbox
import LockhostServices
import LockhostSystem
import LockhostWire

/// One launch of one extension or app, from decision to hand-over, with one id and one exit record.
///
/// Lives on the host's event loop together with its guests, so what they tell it arrives in order,
/// and no method here blocks: files and the disk are dealt with on a queue of their own.
package actor Session {
  /// What a session is made of.
  struct Plan: Sendable {
    /// The request was made then; every moment of the timeline counts from here.
    let requested: MonotonicInstant
    let request: LaunchRequest
    /// What the request came to on its device.
    let found: Host.Found
    /// What starts; nothing when the decision is not what the request requires.
    let target: LaunchDecision.Target
    /// The session on the disk, with its lock.
    let folder: SessionFolder
    /// Makes its guests; nil when nothing starts.
    let factory: GuestKitFactory?
    /// Its extension, when that was made ready before the request.
    let prepared: PreparedGuest?
    /// The kind of plug-in that its extension is.
    let point: ExtensionPoint
    /// Whether the screen freezes instead (a fault).
    var isFrozen = false
    /// Whether the guest stops before its first instruction.
    var waitsForDebugger = false
  }

  /// How long a guest that was told to leave may take.
  static let grace = Duration.seconds(2)
  /// How long an app that was opened may take to import what was handed over to it, when nobody is
  /// there to look at it.
  static let settleTime = Duration.seconds(5)

  nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// The id, as in the record and on disk.
  package nonisolated let identifier: String
  /// What was decided, rule by rule.
  package nonisolated let decision: LaunchDecision
  /// What people are told while it runs, in order; finishes when the session is over.
  package nonisolated let notices: AsyncStream<SessionNotice>

  let plan: Plan
  /// How long contexts take, for the extension and for the app.
  let contextLatency: ContextLatency
  /// Where the record is written, and before the end its draft; one after the other.
  let pen = DispatchQueue(label: "lockhost.record")
  let notify: AsyncStream<SessionNotice>.Continuation
  let spawner: Spawner

  var lockState: LockState
  var kit: GuestKit?
  var guest: Guest?
  var appKit: GuestKit?
  var app: Guest?
  var draft: ExitRecord
  var ending: GuestEnding?
  var record: ExitRecord?
  /// Whether nothing of the session is left but its record.
  var isTidy = false
  var waiters = ConditionWaiters()
  var prompt: AuthenticationPrompt?
  let openQueue = OpenQueue()
  let faults: ActiveFaults
  var elements: [SceneElement] = []
  var appElements: [SceneElement] = []
  var hasHandler = false
  var isReady = false
  var openRequests = 0
  var handledEvents = HandledEvents()
  var imports = ImportProgress()
  var settleDeadline: EventDeadline?
  var outcomes: [CheckedContinuation<ExitRecord, Never>] = []
  var interruption: Int32?
  var appearance = AppAppearance()
  var contentWatch = ContentWatch()
  /// Waits for what the app did with an activity that another session brought.
  var activityWaiter: CheckedContinuation<Bool, Never>?
  var latecomer: CheckedContinuation<Void, Never>?
  var idleDeadline: EventDeadline?
  var control: ControlSocket?
  var deviceTurn = DeviceTurn(degrees: 0)
  var lastLines: [String] = []
  /// The last exception that the guest said it dies of.
  var lastException: ExitRecord.Exception?
  var isThawing = false
  var settingsWatch: EventDeadline?

  init(plan: Plan, loop: EventLoop, spawner: Spawner) {
    self.plan = plan
    self.loop = loop
    self.spawner = spawner
    identifier = plan.folder.id
    decision = plan.found.decision
    lockState = plan.found.lockState
    faults = ActiveFaults(plan.request.faults, now: .now)
    contextLatency = ContextLatency(faults.fault(.slowContext)?.duration ?? .zero)
    (notices, notify) = AsyncStream.makeStream()
    draft = plan.folder.record
    draft.timeline.decided = plan.requested.microseconds(to: plan.found.decided)
    draft.intent = Self.intent(of: plan)
  }

  // MARK: Start

  /// Whether somebody is asked to unlock before anything starts.
  nonisolated var asksFirst: Bool {
    plan.target == .app && decision.requiresAuthentication
  }

  /// Makes what the session starts; nil when it starts nothing.
  ///
  /// Blocks: it asks the disk, and may compile a filter.
  nonisolated func makeKit() -> Result<GuestKit, HostError>? {
    guard let factory = plan.factory, !plan.isFrozen else { return nil }
    let (callbacks, plan) = (self.callbacks, self.plan)
    return Result { () throws(HostError) in
      switch plan.target {
      case .extension:
        guard let bundle = plan.found.bundle.captureExtension else { throw .nothingToStart }
        return try factory.captureExtension(
          bundle, of: plan.point, in: plan.folder, program: plan.prepared?.program,
          callbacks: callbacks)
      case .app:
        return try factory.application(
          session: plan.folder.id, callbacks: callbacks, point: plan.applicationPoint)
      case .nothing: throw .nothingToStart
      }
    }
  }

  /// Gives the session its guest; one that was made ready is on the screen when this returns.
  func begin(_ kit: GuestKit) {
    self.kit = kit
    let guest = Guest(plan: kit.plan, loop: loop) { [weak self] event in
      self?.assumeIsolated { $0.take(event) }
    }
    self.guest = guest
    tell(.event("starting \(kit.name)"))
    guard let prepared = plan.prepared else { return }
    draft.preparedMicroseconds = prepared.executed.microseconds(to: plan.requested)
    guest.assumeIsolated { $0.take(prepared.launched) }
  }

  /// Starts what was decided.
  ///
  /// - Parameter kit: What ``makeKit()`` made. A guest that was made ready has begun already.
  /// - Throws: `HostError` when the guest could not be made or started. The session is over then, and
  ///   its record says so.
  func start(_ kit: Result<GuestKit, HostError>?) async throws(HostError) {
    for fault in plan.request.faults { note(fault) }
    guard !plan.isFrozen else {
      await listenForOthers()
      return tell(.event("the screen freezes; the side button ends that (freeze-after-open)"))
    }
    guard let kit else {
      draft.reason = .notLaunched
      draft.code = decision.code
      draft.message = decision.settledBy?.detail
      await finish()
      return
    }
    do throws(HostError) {
      let kit = try kit.get()
      if plan.prepared == nil { begin(kit) }
      followPermissions()
      // One that was made ready may be over already.
      if let guest { try await run(guest) }
    } catch {
      guest = nil
      draft.reason = .hostError
      draft.code = error.code
      draft.message = error.message
      await finish()
      throw error
    }
    await listenForOthers()
    try await awaitPicture()
  }

  private func run(_ guest: Guest) async throws(HostError) {
    if plan.prepared == nil {
      do throws(SandboxError) {
        try await guest.start(with: spawner)
      } catch {
        throw .sandbox(error)
      }
    }
    await noteTier(of: guest)
    await announceDebugger(for: guest)
    if let interruption { await guest.end(.interrupted(signal: interruption)) }
  }

  /// Asks to unlock, then starts the app, as the device does for what only the app can do.
  func startOnceUnlocked() async {
    guard await authenticate() == .pass else {
      draft.reason = .notLaunched
      draft.code = SessionEndCode.notUnlocked.rawValue
      draft.message = "the device asked to unlock before the app opens, and nobody did"
      await finish()
      return
    }
    let kit = await WorkQueue.run { self.makeKit() }
    // A failure is in the record.
    _ = try? await start(kit)
  }

  /// Never weaker in silence.
  func noteTier(of guest: Guest) async {
    let (tier, weakening) = (await guest.tier, await guest.weakening)
    if draft.tier == nil { draft.tier = tier?.rawValue }
    guard let tier, let weakening else { return }
    tell(
      .warning(
        "the sandbox is in tier \(tier.rawValue), which is weaker than full: \(weakening)"))
  }

  // MARK: What the guest does

  private func take(_ event: GuestEvent) {
    switch event {
    case .executed, .connected: break
    case .presented:
      tellOfTurn(kit)
      presentedLaunched()
      performIntent()
      readyRecord()
    case .met(let requirement):
      tell(.event("done: \(requirement.title)"))
    case .ready:
      isReady = true
      tell(.event("ready"))
      touched()
      raiseFalseAlarm()
      interruptCamera()
    case .fact(let fact): take(fact)
    case .scene(let elements): self.elements = elements
    case .output(let line, let isError):
      keepLine(line, isError: isError)
      tell(.output(line, isError: isError))
    case .refused(let violation): tell(.refusal(violation.summary))
    case .ending(let cause):
      tell(.event(cause.announcement))
      prompt.take()?.answer(.cancel)
    case .activityHandled(let handled): activityHandled(handled)
    case .delaysAppearance: break
    case .ended(let ending):
      self.ending = ending
      idleDeadline?.cancel()
      activityWaiter.take()?.resume(returning: false)
      if app == nil { contentWatch.stop() }
      Task { await self.close(ending) }
    }
    checkWaiters()
  }

  private func take(_ fact: SessionFact) {
    switch fact {
    case .requirement(CaptureEventsHandler.requirement.id, isMet: true): hasHandler = true
    case .photoAdded(let photo): note(photo)
    case .photoLost(let error): tell(.warning("a photo was not stored: \(error)"))
    case .captureEventHandled(_, _, let latency): handledEvents.note(latency)
    default: break
    }
  }

  // MARK: Telling

  func tell(_ notice: SessionNotice) {
    notify.yield(notice)
    switch notice {
    case .event(let text), .warning(let text):
      guard draft.events.count < ExitRecord.Event.most else { return }
      draft.events.append(ExitRecord.Event(at: sinceRequest(.now) ?? 0, what: text))
    case .refusal, .output: break
    }
  }

  /// Keeps in the record that a step of the script could not be taken; too late once it is written.
  package func note(_ failedStep: ExitRecord.FailedStep) {
    draft.failedStep = failedStep
  }

  func checkWaiters() {
    waiters.check(holds)
  }

  func holds(_ condition: SessionCondition) -> Bool {
    switch condition {
    case .ready: isReady
    case .cameraRuns: visibleCamera?.isAtHand ?? false
    case .handlerRegistered: hasHandler
    case .photos(let count): draft.photos.count >= count
    case .openRequests(let count): openRequests >= count
    case .authenticationAsked: prompt != nil
    case .element(let label): visibleElements.contains { $0.label == label && $0.enabled }
    case .ended: record != nil
    }
  }

  func sinceRequest(_ instant: MonotonicInstant?) -> Int? {
    instant.map { plan.requested.microseconds(to: $0) }
  }
}

extension MonotonicInstant {
  /// Whole microseconds to another instant, never negative.
  func microseconds(to other: MonotonicInstant) -> Int {
    max(0, Int(duration(to: other).wholeMicroseconds))
  }
}
