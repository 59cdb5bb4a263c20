// SPDX-License-Identifier: MIT

import Glibc
public import LockhostSystem

/// Starts guests through `lockhost-spawn`, which is found beside the running program.
///
/// Make one for a host. The program is started with the first launch, and again with the next launch
/// after it died; it ends, and with it whatever it started, when the last reference to this and to
/// every guest is gone. Launches may be asked for from any task, many at once; one that is stuck
/// delays no other.
public actor Spawner {
  /// How many requests may be on their way to the spawner: enough to keep it busy, few enough that
  /// their descriptors stay far below what the kernel lets an ordinary user have in flight.
  private static let maximumUnanswered = 8
  /// How long a killed launch may take to be gone before its error is thrown anyway.
  private static let patience = Duration.seconds(2)

  /// The thread on which reports arrive, and on which the spawner is started.
  public nonisolated let loop: EventLoop
  /// The actor runs on its loop.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  private let programPath: String?
  private var process: SpawnerProcess?
  private var processWatch: EventWatch?
  private var launches: [UInt64: LaunchState] = [:]
  private var nextIdentifier: UInt64 = 0
  private var unanswered = 0
  private var waitingForPlace: [CheckedContinuation<Void, Never>] = []

  /// Makes a spawner, without starting the program yet.
  ///
  /// - Parameters:
  ///   - programPath: Where `lockhost-spawn` is; nil for the folder of the running program.
  ///   - loop: A loop to share; nil for one of its own.
  /// - Throws: `SystemError` when no loop can be made.
  public init(programPath: String? = nil, loop: EventLoop? = nil) throws(SystemError) {
    self.programPath = programPath
    if let loop { self.loop = loop } else { self.loop = try EventLoop(name: "lockhost-spawn") }
  }

  deinit {
    processWatch?.cancel()
    for launch in launches.values {
      launch.reportWatch?.cancel()
      launch.handoverWatch?.cancel()
      launch.deadline?.cancel()
    }
    let rest = launches.values.map { ($0.initialProcess, $0.ending) }
    let process = process
    let loop = loop
    // Waiting for a process to end is not done where this object happens to be dropped.
    loop.perform {
      process?.end()
      for (initialProcess, ending) in rest { ending.setWhenDead(initialProcess, loop: loop) }
    }
  }

  /// The spawner's process number, for people; nil while it does not run.
  public var processIdentifier: Int32? { process?.identifier }

  // MARK: Launching

  /// Starts a guest.
  ///
  /// Returns once the guest's own program runs. On an error nothing ran, and when it is thrown
  /// nothing is left of the attempt. Cancelling the task ends the attempt.
  ///
  /// - Throws: `SandboxError`: what is wrong with the specification, with its files, with the
  ///   machine (the step, the element and the kernel's error), or with the spawner.
  public nonisolated func launch(
    _ specification: GuestSpecification
  ) async throws(SandboxError) -> GuestProcess {
    let requested = MonotonicInstant.now
    await takePlace()
    let prepared: PreparedLaunch
    do throws(SandboxError) {
      prepared = try PreparedLaunch(specification, requested: requested)
    } catch {
      await leavePlace()
      throw error
    }
    return try await run(prepared).get()
  }

  private func takePlace() async {
    if unanswered < Self.maximumUnanswered {
      unanswered += 1
      return
    }
    await withCheckedContinuation { waitingForPlace.append($0) }
  }

  private func leavePlace() {
    if waitingForPlace.isEmpty {
      unanswered -= 1
    } else {
      waitingForPlace.removeFirst().resume()
    }
  }

  private func run(_ prepared: PreparedLaunch) async -> Result<GuestProcess, SandboxError> {
    nextIdentifier += 1
    let identifier = nextIdentifier
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        launches[identifier] = LaunchState(prepared, waiter: waiter)
        begin(identifier, prepared)
      }
    } onCancel: {
      loop.perform { [weak self] in
        self?.assumeIsolated { $0.abandon(identifier, .cancelled) }
      }
    }
  }

  private func begin(_ identifier: UInt64, _ prepared: PreparedLaunch) {
    do throws(SandboxError) {
      let process = try runningProcess()
      do throws(SystemError) {
        launches[identifier]?.reportWatch = try watch(prepared.reports) {
          $0.readReports(identifier)
        }
        launches[identifier]?.handoverWatch = try watch(prepared.handover) {
          $0.readHandover(identifier)
        }
        // At most eight small packets are unanswered, so there is always room.
        guard
          let request = prepared.takeRequest(),
          try process.socket.send(
            request.bytes, descriptors: request.descriptors, waiting: false)
        else { throw SystemError(call: "sendmsg(2)", code: EAGAIN) }
      } catch {
        throw error.code == EPIPE || error.code == ECONNRESET ? .spawnerDied : .system(error)
      }
    } catch {
      settle(identifier, .failure(error))
      return forget(identifier)
    }
    let deadline = prepared.deadline
    launches[identifier]?.deadline = loop.schedule(at: prepared.requested.advanced(by: deadline)) {
      [weak self] in
      self?.assumeIsolated { $0.abandon(identifier, .timedOut(deadline)) }
    }
  }

  private func watch(
    _ socket: PacketSocket, _ handler: @escaping @Sendable (isolated Spawner) -> Void
  ) throws(SystemError) -> EventWatch {
    try loop.watch(socket.descriptor, for: .input) { [weak self] in
      self?.assumeIsolated { handler($0) }
    }
  }

  // MARK: The program

  private func runningProcess() throws(SandboxError) -> SpawnerProcess {
    if let process { return process }
    do throws(SystemError) {
      let started = try SpawnerProcess.start(path: try path())
      processWatch = try watch(started.socket) { $0.forgetProcess() }
      process = started
      return started
    } catch {
      throw .spawnerUnavailable(error)
    }
  }

  /// Where the program is.
  nonisolated func path() throws(SystemError) -> String {
    if let programPath { return programPath }
    return try ProgramFolder.path(of: "lockhost-spawn")
  }

  private func forgetProcess() {
    processWatch?.cancel()
    processWatch = nil
    // It has closed its socket, which it only does by ending; its guests die with it, and each tells
    // so by the end of its own report socket.
    process?.end()
    process = nil
  }

  // MARK: Reports

  private func receive(_ socket: PacketSocket) -> SpawnerReport?? {
    do throws(SystemError) {
      switch try socket.receive(maximumBytes: 1024, waiting: false) {
      case .packet(let packet): return .some(SpawnerReport(packet))
      case .wouldBlock: return .none
      case .closed: return .some(nil)
      }
    } catch {
      return .some(nil)
    }
  }

  private func readReports(_ identifier: UInt64) {
    while let reports = launches[identifier]?.reports, let received = receive(reports) {
      guard let report = received else { return endOfReports(identifier) }
      launches[identifier]?.merge(report)
      switch report.kind {
      case .refused(let step, let index, let code):
        answer(identifier)
        settle(identifier, .failure(launchError(step, index, code)))
        return forget(identifier)
      case .started:
        launches[identifier]?.initialProcess = report.descriptor.map(ProcessDescriptor.init)
        answer(identifier)
        // It was given up before there was anything to kill.
        if launches[identifier]?.failure != nil { kill(identifier) }
      case .guest:
        launches[identifier]?.isBorn = true
        launches[identifier]?.guestIdentifier =
          report.descriptor.flatMap { ProcessDescriptor(adopting: $0).number }
        deliver(identifier)
      case .failed(let step, let index, let code):
        // Also the answer, when the spawner itself could not write the ids.
        if let descriptor = report.descriptor, launches[identifier]?.initialProcess == nil {
          launches[identifier]?.initialProcess = ProcessDescriptor(adopting: descriptor)
        }
        answer(identifier)
        fail(identifier, launchError(step, index, code))
      case .exited(let waitStatus):
        launches[identifier]?.waitStatus = waitStatus
      case .gone(let resources):
        launches[identifier]?.resources = resources
        // What the guest itself said came before this, on the other socket.
        readHandover(identifier)
        return conclude(identifier)
      case .ready:
        break
      }
    }
  }

  /// The spawner has died: its last words, if any, were read; what is left is to wait for the kernel.
  private func endOfReports(_ identifier: UInt64) {
    answer(identifier)
    launches[identifier]?.reportWatch?.cancel()
    launches[identifier]?.reportWatch = nil
    guard let process = launches[identifier]?.initialProcess else {
      settle(identifier, .failure(.spawnerDied))
      return forget(identifier)
    }
    kill(identifier)
    do throws(SystemError) {
      launches[identifier]?.reportWatch = try loop.watch(process.descriptor, for: .input) {
        [weak self] in
        self?.assumeIsolated {
          $0.fail(identifier, .spawnerDied)
          $0.conclude(identifier)
        }
      }
    } catch {
      fail(identifier, .system(error))
      conclude(identifier)
    }
  }

  private func readHandover(_ identifier: UInt64) {
    while let launch = launches[identifier], launch.handoverWatch != nil,
      let received = receive(launch.handover)
    {
      guard let report = received else {
        launches[identifier]?.handoverWatch?.cancel()
        launches[identifier]?.handoverWatch = nil
        launches[identifier]?.executed = .now
        return deliver(identifier)
      }
      launches[identifier]?.merge(report)
      switch report.kind {
      case .ready(let landlockVersion):
        launches[identifier]?.isReady = true
        launches[identifier]?.landlockVersion = landlockVersion
        launches[identifier]?.listener = report.descriptor
      case .failed(let step, let index, let code):
        fail(identifier, launchError(step, index, code))
      default:
        break
      }
    }
  }

  // MARK: Ends

  /// Hands the guest over once its program runs.
  ///
  /// It said that it was about to, and then its socket ended. pid 1's word of its birth may come before
  /// or after that; `isOver` does without it.
  private func deliver(_ identifier: UInt64, isOver: Bool = false) {
    guard let launch = launches[identifier], launch.isReady, launch.failure == nil,
      let executed = launch.executed, launch.isBorn || isOver,
      let initialProcess = launch.initialProcess, let lifeline = launch.lifeline
    else { return }
    launch.deadline?.cancel()
    let guest = GuestProcess(
      identifier: launch.guestIdentifier, initialProcess: initialProcess, tier: launch.tier,
      landlockVersion: launch.landlockVersion, standardOutput: launch.output,
      standardError: launch.error, listener: launch.listener,
      times: LaunchTimes(requested: launch.requested, steps: launch.steps, executed: executed),
      lifeline: lifeline, ending: launch.ending, spawner: self)
    launches[identifier]?.lifeline = nil
    launches[identifier]?.listener = nil
    settle(identifier, .success(guest))
  }

  private func fail(_ identifier: UInt64, _ error: SandboxError) {
    if launches[identifier]?.failure == nil { launches[identifier]?.failure = error }
  }

  /// Gives up a launch that has not been delivered.
  private func abandon(_ identifier: UInt64, _ error: SandboxError) {
    guard launches[identifier]?.waiter != nil else { return }
    fail(identifier, error)
    kill(identifier)
    // The error is thrown when nothing is left, or after a last while if the kernel does not let go
    // (a process in the middle of a call to a dead file server).
    launches[identifier]?.deadline?.cancel()
    launches[identifier]?.deadline = loop.schedule(
      at: MonotonicInstant.now.advanced(by: Self.patience)
    ) { [weak self] in
      self?.assumeIsolated { $0.settle(identifier, .failure(error)) }
    }
  }

  private func kill(_ identifier: UInt64) {
    launches[identifier]?.lifeline = nil
    do throws(SystemError) {
      try launches[identifier]?.initialProcess?.signal(SIGKILL)
    } catch {
      // The lifeline, just closed, ends it too.
    }
  }

  /// The whole tree is dead.
  private func conclude(_ identifier: UInt64) {
    // The end of the handover socket comes late when another process holds a copy for a moment, such
    // as a child of the host between fork and exec. It said that it executes next, and not that it
    // could not.
    if launches[identifier]?.executed == nil { launches[identifier]?.executed = .now }
    deliver(identifier, isOver: true)
    guard let launch = launches[identifier] else { return }
    launch.ending.set(
      GuestExit(status: Self.status(launch.waitStatus), resources: launch.resources))
    settle(identifier, .failure(launch.failure ?? .diedDuringSetUp(after: launch.lastStep)))
    forget(identifier)
  }

  private func settle(_ identifier: UInt64, _ result: Result<GuestProcess, SandboxError>) {
    answer(identifier)
    let waiter = launches[identifier]?.waiter
    launches[identifier]?.waiter = nil
    waiter?.resume(returning: result)
  }

  private func answer(_ identifier: UInt64) {
    guard launches[identifier]?.isAnswered == false else { return }
    launches[identifier]?.isAnswered = true
    leavePlace()
  }

  private func forget(_ identifier: UInt64) {
    guard let launch = launches.removeValue(forKey: identifier) else { return }
    launch.reportWatch?.cancel()
    launch.handoverWatch?.cancel()
    launch.deadline?.cancel()
  }

  // MARK: Readings

  private func launchError(_ step: LaunchStep, _ index: Int, _ code: Int32) -> SandboxError {
    .launch(step: step, index: index, cause: SystemError(call: step.call, code: code))
  }

  private static func status(_ waitStatus: Int32?) -> GuestExit.Status {
    guard let waitStatus else { return .killed }
    return GuestExit.Status(waitStatus: waitStatus)
  }
}
