// SPDX-License-Identifier: MIT

import Glibc
import LockhostSandbox
import LockhostSystem
import Synchronization

/// One run of a program in the sandbox, to its end.
struct ExecRun {
  /// Why the host ended the program, when it did.
  enum Intervention: String, Sendable {
    case time, attack, flood, interrupted
  }

  /// How it went.
  struct Outcome {
    let exit: GuestExit
    let tier: SandboxTier
    let violations: [Violation]
    let intervention: Intervention?
    /// The signal that interrupted it.
    let signal: Int32
    let spawnToExecute: Duration
    let endsInLine: Bool

    /// What `lockhost exec` exits with.
    var exitStatus: Int32 {
      switch intervention {
      case .time: ExitStatus.timedOut
      case .attack, .flood: ExitStatus.filterKilled
      case .interrupted: 128 + signal
      case nil: exit.shellCode
      }
    }
  }

  private struct State {
    var intervention: Intervention?
    var signal: Int32 = 0
  }

  let spawner: Spawner
  let signals: AsyncStream<Int32>

  /// Starts the program and waits for its end.
  func run(_ sandbox: ExecSandbox, time: Duration?) async throws(SandboxError) -> Outcome {
    let guest = try await spawner.launch(sandbox.specification)
    let state = Mutex(State())
    let end: @Sendable (Intervention, Int32) -> Void = { intervention, signal in
      let isFirst = state.withLock { state in
        guard state.intervention == nil else { return false }
        state = State(intervention: intervention, signal: signal)
        return true
      }
      // A guest that has just died needs no killing.
      if isFirst { _ = try? guest.kill() }
    }
    let relay = OutputRelay(output: guest.standardOutput, error: guest.standardError)
    let listener = try listen(guest, sandbox, end)
    let deadline = time.map { limit in
      spawner.loop.schedule(at: MonotonicInstant.now.advanced(by: limit)) { end(.time, 0) }
    }
    let interruption = Task { [signals] in
      for await signal in signals { end(.interrupted, signal) }
    }
    let exit = await guest.exit()
    let endsInLine = await relay.wait()
    deadline?.cancel()
    interruption.cancel()
    listener?.cancel()
    let final = state.withLock { $0 }
    return Outcome(
      exit: exit, tier: guest.tier, violations: listener?.violations ?? [],
      intervention: final.intervention, signal: final.signal,
      spawnToExecute: guest.times.spawned.duration(to: guest.times.executed),
      endsInLine: endsInLine)
  }

  private func listen(
    _ guest: GuestProcess, _ sandbox: ExecSandbox,
    _ end: @escaping @Sendable (Intervention, Int32) -> Void
  ) throws(SandboxError) -> ViolationListener? {
    guard let descriptor = guest.listener else { return nil }
    do throws(SystemError) {
      return try ViolationListener(
        descriptor: descriptor, program: sandbox.filter, loop: spawner.loop
      ) { event in
        switch event {
        case .refused: break
        case .attacked: end(.attack, 0)
        case .flooded: end(.flood, 0)
        }
      }
    } catch {
      // Dropping the guest kills it: a sandbox that nobody watches is not what was asked for.
      throw .system(error)
    }
  }
}
