// SPDX-License-Identifier: MIT

import Glibc
import LockhostPolicy
package import LockhostSandbox
package import LockhostServices
package import LockhostSystem
package import LockhostWire

/// One sandboxed process as the host sees it, from launch to exit.
///
/// Lives on the event loop, so its watchdog depends on no thread pool, and nothing in it blocks.
/// Whatever the process does, exactly one `ended` event is its last word, and by then the whole tree
/// is dead.
package actor Guest {
  /// Where a guest is in its life.
  package enum Phase: Comparable, Sendable {
    case starting
    case running
    case connected
    case presented
    case ready
    case ending
    case dead
  }

  /// What a guest is made of.
  package struct Plan: Sendable {
    /// The kind of plug-in.
    let point: ExtensionPoint
    /// The process; its wire is filled in here.
    var specification: GuestSpecification
    /// Whether the specification's tier is demanded; otherwise the strongest is taken that there is.
    var isTierDemanded = false
    /// The filter, for decoding what it refuses.
    let filter: FilterProgram
    /// Makes the filter for tier `floor`, and whatever else that tier needs; may block.
    ///
    /// Nil: the tier is not to be had.
    var floorFilter: (@Sendable () throws(SandboxError) -> FilterProgram)?
    /// All of it that starts the process.
    var program: GuestProgram {
      GuestProgram(specification: specification, filter: filter, floorFilter: floorFilter)
    }
    /// The host's path of the folder that the guest may fill and that outlives it.
    var content: String?
    /// How much it may hold.
    var contentLimit = ContentLimit()
    /// Whether it stops before its first instruction, and no watchdog runs.
    var waitsForDebugger = false
    /// Calls once the scene may start, on any thread.
    ///
    /// Never, when something else ends the guest. Nil for a scene that may start at once.
    var whenPresentable: (@Sendable (@escaping @Sendable () -> Void) -> Void)?
    /// What the guest is told when it has said hello.
    let context: @Sendable (_ protocolVersion: Int) -> LaunchContext
    /// Puts that into bytes.
    var contexts = LaunchContexts()
    /// Makes what the guest may ask for.
    let services: @Sendable (any SessionLink) -> [any Service]
  }

  nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  let plan: Plan
  /// The filter that it runs under.
  var filter: FilterProgram
  let onEvent: @Sendable (GuestEvent) -> Void

  package internal(set) var phase = Phase.starting
  package internal(set) var moments = GuestMoments()
  var process: GuestProcess?
  /// Why it could not have the strongest tier.
  private(set) var weakening: SandboxError?
  var channel: GuestChannel?
  var inbox: GuestInbox
  var services: [any Service] = []
  var serviceForRoute: [Route: any Service] = [:]
  var latch: RequirementLatch
  var calls = GuestCalls()
  var cause: EndCause?
  var listener: ViolationListener?
  var streams: [GuestStream] = []
  var wireWatch: EventWatch?
  var deadline: EventDeadline?
  var deadlineInstant: MonotonicInstant?
  var measuring: EventDeadline?
  /// The most memory that the whole guest was seen with; nil before it was measured.
  var peakBytes: Int?
  var unnamedBytes = 0
  var isCounting = false
  var nextCount = MonotonicInstant.now
  var crash = CrashTaking()
  var newestScene: [UInt8]?
  var lastScene: MonotonicInstant?

  /// Makes a guest that has not been started.
  ///
  /// - Parameter onEvent: Called on the loop; must not block.
  package init(
    plan: Plan, loop: EventLoop, onEvent: @escaping @Sendable (GuestEvent) -> Void
  ) {
    self.plan = plan
    filter = plan.filter
    self.loop = loop
    self.onEvent = onEvent
    latch = RequirementLatch(plan.point.requirements)
    inbox = GuestInbox(role: plan.point.role, services: plan.point.services, now: .now)
  }

  // MARK: Start

  /// Starts the process in its sandbox, and returns when its program runs.
  ///
  /// - Throws: `SandboxError` when it could not be started; nothing ran then, nothing is left, and no
  ///   event follows.
  package func start(with spawner: Spawner) async throws(SandboxError) {
    do throws(SandboxError) {
      var program = plan.program
      program.specification.stopsAtStart = plan.waitsForDebugger
      take(
        try await LaunchedGuest.launch(
          program, isTierDemanded: plan.isTierDemanded, with: spawner))
    } catch {
      phase = .dead
      throw error
    }
  }

  /// Takes a process that was started for this guest before.
  ///
  /// What it has said and done meanwhile waits in its sockets and pipes, and counts from now.
  func take(_ launched: LaunchedGuest) {
    weakening = launched.weakening
    filter = launched.filter
    run(launched.process, over: launched.socket)
    // The hello of one that was made ready lies there.
    if phase == .running, wireWatch != nil { readWire() }
  }

  /// The tier that the guest got; nil before it runs and after its end.
  var tier: SandboxTier? { process?.tier }

  /// Where the guest finds what its specification shows it; nil before it runs and after its end.
  var paths: GuestPaths? { process?.paths }

  /// Where the guest finds a file that its specification has at this path.
  func place(of path: String) -> String { paths?.path(of: path) ?? path }

  private func run(_ started: GuestProcess, over socket: PacketSocket) {
    process = started
    phase = .running
    moments.spawned = started.times.spawned
    moments.executed = started.times.executed
    let channel = GuestChannel(socket: socket, loop: loop) { [weak self, loop] notice in
      guard let guest = self else { return }
      loop.perform { guest.assumeIsolated { $0.take(notice) } }
    }
    self.channel = channel
    services = plan.services(channel)
    for service in services {
      for admission in service.admissions where serviceForRoute[admission.route] == nil {
        serviceForRoute[admission.route] = service
      }
    }
    inbox.admit(services.flatMap(\.admissions), now: .now)
    onEvent(.executed)
    do throws(SystemError) {
      try watch(started, socket)
    } catch {
      end(.hostError(code: "LH9001", message: "\(error)"))
    }
    // An end that was asked for during the launch.
    if cause != nil {
      kill()
    } else {
      arm(plan.point.deadline)
    }
    beginMeasuring()
  }

  private func watch(_ started: GuestProcess, _ socket: PacketSocket) throws(SystemError) {
    // The death first: whatever fails below, the end is still seen.
    let (guest, loop) = (self, loop)
    started.whenExited { exit in
      loop.perform { guest.assumeIsolated { $0.died(exit) } }
    }
    if let descriptor = started.listener {
      listener = try ViolationListener(
        descriptor: descriptor, program: filter, loop: loop, sources: .ofAuthors
      ) { [weak self] event in self?.assumeIsolated { $0.take(event) } }
    }
    wireWatch = try loop.watch(socket.descriptor, for: .input) { [weak self] in
      self?.assumeIsolated { $0.readWire() }
    }
    for (descriptor, isError) in [(started.standardOutput, false), (started.standardError, true)] {
      let stream = try GuestStream(descriptor, loop: loop) { [onEvent] line in
        onEvent(.output(line, isError: isError))
      }
      try stream.begin()
      streams.append(stream)
    }
  }

  // MARK: Driving

  /// Sends the guest an event, if it listens.
  @discardableResult
  package func post(_ route: Route, _ body: some WireBody) -> Bool {
    guard let channel, phase >= .connected, let bytes = try? body.encodedBody() else {
      return false
    }
    return channel.post(route, body: bytes, descriptors: [])
  }

  /// What has not been met yet, in the order in which people read it.
  package var missing: [Requirement] { latch.missing }

  /// Tells the guest to leave, and makes it leave when it does not within the grace.
  package func dismiss(_ cause: EndCause, reason: GuestEnd.Reason, grace: Duration) {
    guard self.cause == nil, phase < .ending else { return }
    guard phase >= .connected, grace > .zero,
      post(.end, GuestEnd(reason: reason, graceMilliseconds: Int(grace.wholeMilliseconds)))
    else {
      end(cause)
      return
    }
    settle(cause)
    deadline?.cancel()
    deadline = loop.schedule(at: .now.advanced(by: grace)) { [weak self] in
      self?.assumeIsolated { $0.kill() }
    }
  }

  /// Ends the guest at once: the whole tree is killed.
  package func end(_ cause: EndCause) {
    settle(cause)
    kill()
  }

  /// Kills the whole tree.
  private func kill() {
    guard let process else { return }
    do throws(SystemError) {
      try process.kill()
    } catch {
      // The second lifeline: with the last reference the pipe closes that pid 1 lives by.
      self.process = nil
    }
  }

  /// When the watchdog fires, unless something happens before.
  package var watchdogDue: MonotonicInstant? { phase < .ready ? deadlineInstant : nil }
}
