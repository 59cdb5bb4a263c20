// SPDX-License-Identifier: MIT

import Glibc
public import LockhostSystem
import Synchronization

/// Starts guests through `lockhost-spawn`, which is found beside the running program.
///
/// Make one for a host. The program is started with the first launch, and again with the next launch
/// after it died; it ends, and with it whatever it started, when the last reference to this and to
/// every guest is gone. Launches may be asked for from any task, many at once; one that is stuck
/// delays no other.
public actor Spawner {
  /// Whether an empty sandbox waits for the next launch.
  ///
  /// It is pid 1 in namespaces of its own, without a mount, an id or a descriptor of any guest, and
  /// serves one guest or none.
  public enum Spare: Sendable {
    /// None: each launch makes its own.
    case none
    /// One, made again after each launch. It is a process of 0.2 MiB.
    case kept
    /// One, for the only launch that there will be. The program ends with that guest.
    case once
  }

  /// The thread on which reports arrive, and on which the spawner is started.
  public nonisolated let loop: EventLoop
  /// The actor runs on its loop.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  private nonisolated let programPath: String?
  private nonisolated let spare: Spare
  /// One that was started before this was made.
  private var ahead: SpawnerProcess?
  private var process: SpawnerProcess?
  private var hasStarted = false
  private var processWatch: EventWatch?
  var launches: [UInt64: LaunchState] = [:]
  let groupPolicy: GroupPolicy
  var groupState = GroupState.unknown {
    didSet {
      // Where every guest must have one, each launch is to be told that there is none.
      guard case .none = groupState, groupPolicy != .always else { return }
      isWithoutGroups.store(true, ordering: .relaxed)
    }
  }
  /// Whether guests do without a group, which is final.
  private nonisolated let isWithoutGroups = Atomic(false)
  nonisolated let queue = LaunchQueue()
  private var nextIdentifier: UInt64 = 0

  /// Makes a spawner, without starting the program yet.
  ///
  /// - Parameters:
  ///   - programPath: Where `lockhost-spawn` is; nil for the folder of the running program.
  ///   - loop: A loop to share; nil for one of its own.
  ///   - groups: Whether guests get cgroups of their own.
  ///   - spare: Whether an empty sandbox waits for a launch.
  /// - Throws: `SystemError` when no loop can be made.
  public init(
    programPath: String? = nil, loop: EventLoop? = nil, groups: GroupPolicy = .whereTheyLimit,
    spare: Spare = .none
  ) throws(SystemError) {
    try self.init(
      programPath: programPath, loop: loop, groups: groups, spare: spare, process: nil)
  }

  /// The same with a program that runs already.
  ///
  /// - Parameter process: Started by the thread on which the loop runs, with a spare sandbox where
  ///   there is to be one.
  package init(
    programPath: String? = nil, loop: EventLoop?, groups: GroupPolicy = .whereTheyLimit,
    spare: Spare, process: SpawnerProcess?
  ) throws(SystemError) {
    self.programPath = programPath
    self.spare = spare
    groupPolicy = groups
    ahead = process
    if let loop { self.loop = loop } else { self.loop = try EventLoop(name: "lockhost-spawn") }
  }

  /// Makes one of the same program and with the same loop, that starts with its own first launch.
  ///
  /// - Throws: `SystemError` as when it is made.
  package nonisolated func another() throws(SystemError) -> Spawner {
    try Spawner(
      programPath: programPath, loop: loop, groups: groupPolicy,
      spare: spare == .once ? .none : spare)
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

  /// Starts the program before there is a launch, so that the first finds it running.
  ///
  /// Returns at once. A program that cannot be started is the first launch's error.
  public nonisolated func startAhead() {
    if loop.isCurrent {
      assumeIsolated { _ = try? $0.runningProcess() }
    } else {
      loop.perform { [weak self] in
        self?.assumeIsolated { _ = try? $0.runningProcess() }
      }
    }
  }

  /// Ends the program, and with it every guest, and reaps it.
  ///
  /// For a process that is about to end itself and wants to leave nothing behind for even a moment;
  /// everybody else just lets go of the spawner. A later launch starts the program again.
  public func close() {
    forgetProcess()
    closeGroups()
  }

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
    await queue.enter()
    let prepared: PreparedLaunch
    do throws(SandboxError) {
      let mayHaveGroup =
        specification.limits.processors != nil || !isWithoutGroups.load(ordering: .relaxed)
      let group = mayHaveGroup ? try await group(for: specification) : nil
      // What a spare sandbox suits.
      if specification.tier == .full, group == nil, specification.cgroup == nil { queue.announce() }
      prepared = try PreparedLaunch(
        specification, group: group, isLast: spare == .once, requested: requested)
    } catch {
      queue.leave()
      throw error
    }
    let result = await run(prepared)
    // What earlier hosts left behind can wait until the guest runs.
    FloorContainers.collectOnce
    if await forgetsGroups(after: result, specification) {
      return try await launch(specification)
    }
    return try result.get()
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
      do throws(SystemError) {
        launches[identifier]?.reportWatch = try watch(prepared.reports) {
          $0.readReports(identifier)
        }
        launches[identifier]?.handoverWatch = try watch(prepared.handover) {
          $0.readHandover(identifier)
        }
      } catch {
        throw .system(error)
      }
      if let request = prepared.takeRequest() { try send(request) }
    } catch {
      _ = launches[identifier]?.container?.wipe()
      settle(identifier, .failure(error))
      return forget(identifier)
    }
    // From here, so that a launch does not pay for the launches, or the busy tasks, before it.
    let deadline = prepared.deadline
    launches[identifier]?.deadline = loop.schedule(at: MonotonicInstant.now.advanced(by: deadline))
    {
      [weak self] in
      self?.assumeIsolated { $0.abandon(identifier, .timedOut(deadline)) }
    }
  }

  private func send(_ request: PreparedLaunch.Request) throws(SandboxError) {
    let process = try runningProcess()
    queue.noteRequest()
    do throws(SystemError) {
      // At most eight small packets are unanswered, so there is always room.
      let isSent = try process.socket.send(
        request.bytes, descriptors: request.descriptors, waiting: false)
      if !isSent { throw SystemError(call: "sendmsg(2)", code: EAGAIN) }
    } catch {
      guard error.code == EPIPE || error.code == ECONNRESET else { throw .system(error) }
      // It died since the last launch, and this loop has not heard of it yet. A new one gets the
      // request; one that dies as well is an error.
      forgetProcess()
      let another = try runningProcess()
      do throws(SystemError) {
        try another.socket.send(request.bytes, descriptors: request.descriptors, waiting: false)
      } catch {
        throw .spawnerDied
      }
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
      let started: SpawnerProcess
      if let running = ahead.take() {
        started = running
      } else {
        started = try .start(
          path: try path(), keepsSpare: spare == .kept || (spare == .once && !hasStarted))
      }
      hasStarted = true
      processWatch = try watch(started.socket) { $0.forgetProcess() }
      process = started
      if spare == .none { queue.announce(to: started) }
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
    queue.announce(to: nil)
  }
}
