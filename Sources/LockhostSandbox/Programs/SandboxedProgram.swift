// SPDX-License-Identifier: MIT

public import LockhostPolicy
import LockhostSystem
import Synchronization

/// A program that runs in a ``Sandbox``.
///
/// Dropping the last reference kills every process of it.
public final class SandboxedProgram: Sendable {
  private enum Intervention {
    case time, memory, violation, flood, stopped
  }

  /// The guest, with its output, its number and the times of its launch.
  public let process: GuestProcess

  /// How long after the end lines of source are still looked for.
  private static let patience = Duration.seconds(5)

  private let limits: GuestSpecification.Limits
  private let intervention = Mutex<Intervention?>(nil)
  private let listener = Mutex<ViolationListener?>(nil)
  private let recorder = Mutex<CallRecorder?>(nil)
  private let deadline = Mutex<EventDeadline?>(nil)
  private let meter = Mutex<GuestMeter?>(nil)

  /// Starts a plan, with somebody listening to its refused calls and to the clock.
  ///
  /// - Parameters:
  ///   - plan: What ``Sandbox/plan(_:arguments:tier:)`` gave.
  ///   - time: The longest it may run.
  ///   - spawner: Who starts it.
  /// - Throws: `SandboxError` when it did not run.
  public static func start(
    _ plan: SandboxPlan, time: Duration?, with spawner: Spawner
  ) async throws(SandboxError) -> SandboxedProgram {
    let process = try await spawner.launch(plan.specification)
    let program = SandboxedProgram(process, limits: plan.specification.limits)
    do throws(SystemError) {
      if plan.recordsCalls {
        try program.record(plan.filter, on: spawner.loop)
      } else {
        try program.listen(plan.filter, on: spawner.loop)
      }
    } catch {
      // Dropping the guest kills it: a sandbox that nobody watches is not what was asked for.
      throw .system(error)
    }
    // Where the kernel counts and holds it, nobody else has to.
    if process.group?.limitsMemory != true {
      let meter = GuestMeter(
        process, limit: plan.specification.limits.memory, loop: spawner.loop
      ) { [weak program] _ in program?.intervene(.memory) }
      program.meter.withLock { $0 = meter }
    }
    if let time {
      let scheduled = spawner.loop.schedule(at: MonotonicInstant.now.advanced(by: time)) {
        [weak program] in program?.intervene(.time)
      }
      program.deadline.withLock { $0 = scheduled }
    }
    return program
  }

  private init(_ process: GuestProcess, limits: GuestSpecification.Limits) {
    self.process = process
    self.limits = limits
  }

  deinit {
    deadline.withLock { $0?.cancel() }
    meter.withLock { $0?.cancel() }
    listener.withLock { $0?.cancel() }
    recorder.withLock { $0?.cancel() }
  }

  /// Every distinct call that was refused so far.
  public var violations: [Violation] {
    listener.withLock { $0?.violations } ?? recorder.withLock { $0?.violations } ?? []
  }

  /// Every different call so far, where ``Sandbox/recordsCalls`` asked for it; else none.
  ///
  /// Without pointers, and without arguments that no rule of the policy looks at.
  public var calls: [SyscallInvocation] { recorder.withLock { $0?.calls ?? [] } }

  /// Kills every process of the program, now; ``end()`` says when they are dead.
  public func stop() { intervene(.stopped) }

  /// Waits until every process of the program is dead, and says how it ended.
  ///
  /// The output is not in it: whoever started the program reads that.
  public func end() async -> ProgramEnd {
    let exit = await process.exit()
    deadline.withLock { $0?.cancel() }
    meter.withLock { $0?.cancel() }
    await listener.withLock { $0 }?.settle(within: Self.patience)
    let violations = violations
    let unlisted = listener.withLock { $0?.unlisted } ?? 0
    listener.withLock { $0?.cancel() }
    recorder.withLock { $0?.cancel() }
    let reason: ProgramEnd.Reason =
      switch intervention.withLock({ $0 }) {
      case .time: .limit(.time)
      case .memory: .limit(.memory)
      case .violation: .violation
      case .flood: .flood
      case .stopped: .stopped
      case nil: ProgramEnd.Reason(exit, limits: limits, isWatched: process.listener != nil)
      }
    return ProgramEnd(
      reason: reason, exit: exit, tier: process.tier, violations: violations,
      unlistedViolations: unlisted,
      launchTime: process.times.spawned.duration(to: process.times.executed),
      peakBytes: exit.group?.peakBytes ?? meter.withLock { $0?.peakBytes })
  }

  private func listen(_ filter: FilterProgram, on loop: EventLoop) throws(SystemError) {
    guard let descriptor = process.listener else { return }
    let made = try ViolationListener(descriptor: descriptor, program: filter, loop: loop) {
      [weak self] event in
      switch event {
      case .refused: break
      case .attacked: self?.intervene(.violation)
      case .flooded: self?.intervene(.flood)
      }
    }
    listener.withLock { $0 = made }
  }

  private func record(_ filter: FilterProgram, on loop: EventLoop) throws(SystemError) {
    guard let descriptor = process.listener else { return }
    let made = try CallRecorder(descriptor: descriptor, program: filter, loop: loop) {
      [weak self] event in
      switch event {
      case .attacked: self?.intervene(.violation)
      case .flooded: self?.intervene(.flood)
      }
    }
    recorder.withLock { $0 = made }
  }

  private func intervene(_ kind: Intervention) {
    guard !process.initialProcess.hasExited else { return }
    let isFirst = intervention.withLock { known in
      guard known == nil else { return false }
      known = kind
      return true
    }
    // One that has died in the meantime needs no killing.
    if isFirst { _ = try? process.kill() }
  }
}
