// SPDX-License-Identifier: MIT

import Glibc
package import LockhostPolicy
package import LockhostSandbox
package import LockhostSystem
import Synchronization

/// One run of a program in the sandbox, to its end, with its output passed on.
package struct ExecRun: Sendable {
  /// How it went.
  package struct Outcome {
    package let end: ProgramEnd
    /// The signal that interrupted it, sent to lockhost itself.
    package let signal: Int32?
    /// Why its output could not be passed on.
    ///
    /// What it wrote after that went nowhere, as the kernel told it.
    package let outputFailure: SystemError?
    package let endsInLine: Bool
    /// Every different call, where they were to be recorded.
    package let calls: [SyscallInvocation]

    /// What `lockhost exec` exits with.
    package var exitStatus: Int32 {
      switch end.reason {
      case .exited(let code): code
      case .limit(.time): ExecStatus.timedOut
      case .violation, .flood: ExecStatus.filterKilled
      case .stopped:
        if let signal {
          128 + signal
        } else {
          outputFailure.map(StandardStream.status) ?? 128 + SIGKILL
        }
      case .signaled(SIGPIPE):
        outputFailure.map(StandardStream.status) ?? end.exit.shellCode
      case .signaled, .limit, .lost: end.exit.shellCode
      }
    }
  }

  private let program: SandboxedProgram
  private let spawner: Spawner
  private let input: ExecInput?

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - input: What it reads; nil for the null device.
  ///   - loop: Where all of it happens; nil for a thread of its own.
  ///   - process: The spawner's program, if it runs already; it must have been started on the loop's
  ///     thread.
  /// - Throws: `SandboxError` when it did not run; then nothing of the input was taken, and no signal.
  package init(
    _ program: String, arguments: [String], in sandbox: Sandbox, input: ExecInput? = nil,
    loop: EventLoop? = nil, process: SpawnerProcess? = nil
  ) async throws(SandboxError) {
    do throws(SystemError) {
      spawner = try Spawner(loop: loop, spare: .once, process: process)
    } catch {
      throw .system(error)
    }
    // It starts while the plan is made.
    spawner.startAhead()
    self.input = input
    var sandbox = sandbox
    sandbox.input = input?.descriptor
    do throws(SandboxError) {
      self.program = try await sandbox.start(program, arguments: arguments, with: spawner)
    } catch {
      await spawner.close()
      throw error
    }
  }

  /// Passes on what the program writes, and waits for its end.
  ///
  /// A signal that lockhost holds back ends the program; Ctrl-Z stops both until they are to go on.
  ///
  /// - Parameter output: Where the program's standard output goes.
  /// - Throws: `SystemError` for `epoll_ctl(2)`, `signalfd(2)` or `pthread_create(3)`; the program is
  ///   dead then.
  package func finish(output: Int32 = 1) async throws(SystemError) -> Outcome {
    let failure = Mutex<SystemError?>(nil)
    let received = Mutex<Int32?>(nil)
    let relay: OutputRelay
    let signals: EventWatch
    do throws(SystemError) {
      try input?.begin()
      relay = try OutputRelay(
        output: program.process.standardOutput, error: program.process.standardError, to: output,
        on: spawner.loop
      ) { [program] error, source in
        failure.withLock { $0 = $0 ?? error }
        // It meets what it would have met without a sandbox, and may have more to do than to write: the
        // next write is SIGPIPE, or an error to a program that looks at those, and the end its own.
        do throws(SystemError) {
          try source.hangUp()
        } catch {
          program.stop()
        }
      }
      signals = try SignalWatch.watch(on: spawner.loop) { [program] signal in
        guard signal != SIGTSTP else { return Self.stop(with: program) }
        received.withLock { $0 = $0 ?? signal }
        program.stop()
      }
    } catch {
      program.stop()
      _ = await program.end()
      throw error
    }
    let end = await program.end()
    let endsInLine = await relay.wait()
    signals.cancel()
    await spawner.close()
    return Outcome(
      end: end, signal: received.withLock { $0 }, outputFailure: failure.withLock { $0 },
      endsInLine: endsInLine, calls: program.calls)
  }

  /// The terminal's Ctrl-Z reaches lockhost alone: the program is in a session of its own.
  private static func stop(with program: SandboxedProgram) {
    // One that has just ended needs no stopping, and what cannot be stopped goes on by itself.
    _ = try? program.process.suspend(true)
    SignalWatch.stopHere()
    _ = try? program.process.suspend(false)
  }
}
