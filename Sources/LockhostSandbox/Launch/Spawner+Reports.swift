// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LockhostSystem

// What the spawner, pid 1 and the guest to be report, and what becomes of a launch by it.
extension Spawner {
  /// How long a killed launch may take to be gone before its error is thrown anyway.
  private static let patience = Duration.seconds(2)

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

  func readReports(_ identifier: UInt64) {
    while let reports = launches[identifier]?.reports, let received = receive(reports) {
      guard let report = received else { return endOfReports(identifier) }
      launches[identifier]?.merge(report)
      switch report.kind {
      case .refused(let step, let index, let code):
        answer(identifier)
        _ = launches[identifier]?.container?.wipe()
        settle(identifier, .failure(launchError(step, index, code)))
        return forget(identifier)
      case .started:
        launches[identifier]?.initialProcess = report.descriptor.map(ProcessDescriptor.init)
        answer(identifier)
        // It was given up before there was anything to kill.
        if launches[identifier]?.failure != nil { kill(identifier) }
      case .guest:
        launches[identifier]?.isBorn = true
        if let guest = report.descriptor.map(ProcessDescriptor.init(adopting:)) {
          launches[identifier]?.guestIdentifier = guest.number
          launches[identifier]?.killing.set(guest: guest)
        }
        deliver(identifier)
      case .failed(let step, let index, let code, let landlockVersion):
        // Also the answer, when the spawner itself could not write the ids.
        if let descriptor = report.descriptor, launches[identifier]?.initialProcess == nil {
          launches[identifier]?.initialProcess = ProcessDescriptor(adopting: descriptor)
        }
        answer(identifier)
        fail(identifier, launchError(step, index, code, landlockVersion))
      case .exited(let waitStatus):
        launches[identifier]?.waitStatus = waitStatus
      case .gone(let resources):
        launches[identifier]?.resources = resources
        // What the guest itself said came before this, on the other socket.
        readHandover(identifier)
        return conclude(identifier)
      case .container(let usedBySetUp):
        launches[identifier]?.container = report.descriptor.map {
          GuestContainer($0, usedBySetUp: usedBySetUp)
        }
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
    do throws(SystemError) {
      try process.signal(SIGKILL)
      launches[identifier]?.reportWatch = try loop.watch(process.descriptor, for: .input) {
        [weak self] in
        self?.assumeIsolated {
          // A guest that ran is one, and said so on the other socket.
          $0.readHandover(identifier)
          if $0.launches[identifier]?.isReady == false { $0.fail(identifier, .spawnerDied) }
          $0.conclude(identifier)
        }
      }
    } catch {
      fail(identifier, .system(error))
      conclude(identifier)
    }
  }

  func readHandover(_ identifier: UInt64) {
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
      case .failed(let step, let index, let code, let landlockVersion):
        fail(identifier, launchError(step, index, code, landlockVersion))
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
      standardError: launch.error, listener: launch.listener, container: launch.container,
      group: launch.group,
      times: LaunchTimes(requested: launch.requested, steps: launch.steps, executed: executed),
      paths: launch.paths, lifeline: lifeline, killing: launch.killing, ending: launch.ending,
      spawner: self)
    watchContainer(identifier, of: guest)
    launches[identifier]?.lifeline = nil
    launches[identifier]?.listener = nil
    settle(identifier, .success(guest))
  }

  private func fail(_ identifier: UInt64, _ error: SandboxError) {
    guard let known = launches[identifier]?.failure else {
      launches[identifier]?.failure = error
      return
    }
    // Two sockets bring the words of two processes in any order. The one that had come further is the
    // one that failed, and the other saw it fail.
    if case .launch(let step, _, _) = error, case .launch(let first, _, _) = known, step > first {
      launches[identifier]?.failure = error
    }
  }

  /// Gives up a launch that has not been delivered.
  func abandon(_ identifier: UInt64, _ error: SandboxError) {
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
      try launches[identifier]?.killing.perform()
    } catch {
      // The lifeline, just closed, ends it too.
    }
  }

  /// The whole tree is dead.
  func conclude(_ identifier: UInt64) {
    guard isCountedDead(identifier) else { return }
    // The end of the handover socket comes late when another process holds a copy for a moment, such
    // as a child of the host between fork and exec. It said that it executes next, and not that it
    // could not.
    if launches[identifier]?.executed == nil { launches[identifier]?.executed = .now }
    deliver(identifier, isOver: true)
    guard let launch = launches[identifier] else { return }
    guard let container = launch.container, container.isFolder else {
      return finish(identifier, launch.container?.wipe())
    }
    wipe(container, of: identifier)
  }

  /// The whole tree is dead, and its container gone.
  func finish(_ identifier: UInt64, _ container: GuestExit.ContainerUse?) {
    guard let launch = launches[identifier] else { return }
    var exit = GuestExit(
      status: launch.killing.isAsked ? .killed : Self.status(launch.waitStatus),
      resources: launch.resources, container: container)
    exit.exceededContainer = launch.containerWatch?.isExceeded ?? false
    exit.group = launch.group?.finish()
    launch.ending.set(exit)
    settle(identifier, .failure(launch.failure ?? .diedDuringSetUp(after: launch.lastStep)))
    forget(identifier)
  }

  func settle(_ identifier: UInt64, _ result: Result<GuestProcess, SandboxError>) {
    answer(identifier)
    let waiter = launches[identifier]?.waiter
    launches[identifier]?.waiter = nil
    let mounts = launches[identifier]?.mounts ?? []
    waiter?.resume(returning: result.mapError { $0.naming(mounts) })
  }

  private func answer(_ identifier: UInt64) {
    guard launches[identifier]?.isAnswered == false else { return }
    launches[identifier]?.isAnswered = true
    queue.leave()
  }

  func forget(_ identifier: UInt64) {
    guard let launch = launches.removeValue(forKey: identifier) else { return }
    launch.reportWatch?.cancel()
    launch.handoverWatch?.cancel()
    launch.deadline?.cancel()
    launch.containerWatch?.end()
    launch.guestWatch?.cancel()
  }

  // MARK: Readings

  private func launchError(
    _ step: LaunchStep, _ index: Int, _ code: Int32, _ landlockVersion: Int = 0
  ) -> SandboxError {
    // AT_OLD in landlock.c.
    if step == .landlock, index == Int(LH_MAX_MOUNTS) + 5 {
      return .tierUnavailable(
        .floor,
        reason: "the kernel knows version \(landlockVersion) of Landlock's rules, and it takes "
          + "\(FloorPlacement.minimumLandlock) of Linux 6.2")
    }
    if step == .execute, code == E2BIG {
      return .invalidSpecification(
        field: "arguments",
        reason: "are more, with the environment, than the kernel takes: a quarter of "
          + "`limits.stack` with all pointers, and 128 KiB for one")
    }
    return .launch(step: step, index: index, cause: SystemError(call: step.call, code: code))
  }

  private static func status(_ waitStatus: Int32?) -> GuestExit.Status {
    guard let waitStatus else { return .killed }
    return GuestExit.Status(waitStatus: waitStatus)
  }
}
