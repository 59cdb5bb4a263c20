// SPDX-License-Identifier: MIT

import Glibc
import LockhostPolicy
import LockhostSandbox
import LockhostSystem
import Synchronization

/// One run of a program in the sandbox, to its end, with its output passed on.
struct ExecRun {
  /// How it went.
  struct Outcome {
    let end: ProgramEnd
    /// The signal that interrupted it, sent to lockhost itself.
    let signal: Int32?
    /// Why its output could not be passed on; it was ended then.
    let outputFailure: SystemError?
    let endsInLine: Bool
    /// Every different call, where they were to be recorded.
    let calls: [SyscallInvocation]

    /// What `lockhost exec` exits with.
    var exitStatus: Int32 {
      switch end.reason {
      case .exited(let code): code
      case .limit(.time): ExitStatus.timedOut
      case .violation, .flood: ExitStatus.filterKilled
      case .stopped:
        if let signal {
          128 + signal
        } else {
          outputFailure.map(StandardStream.status) ?? 128 + SIGKILL
        }
      case .signaled, .limit, .lost: end.exit.shellCode
      }
    }
  }

  let signals: AsyncStream<Int32>
  /// Where the program's standard output goes.
  var output: Int32 = 1

  /// Starts the program and waits for its end.
  func run(_ meaning: ExecMeaning) async throws(SandboxError) -> Outcome {
    let spawner: Spawner
    do throws(SystemError) {
      spawner = try Spawner()
    } catch {
      throw .system(error)
    }
    // It starts while the plan is made.
    spawner.startAhead()
    let program = try await meaning.sandbox.start(
      meaning.program, arguments: meaning.arguments, with: spawner)
    let failure = Mutex<SystemError?>(nil)
    let relay = OutputRelay(
      output: program.process.standardOutput, error: program.process.standardError, to: output
    ) { error in
      failure.withLock { $0 = $0 ?? error }
      program.stop()
    }
    let received = Mutex<Int32?>(nil)
    let interruption = Task { [signals] in
      for await signal in signals {
        received.withLock { $0 = $0 ?? signal }
        program.stop()
      }
    }
    let end = await program.end()
    let endsInLine = await relay.wait()
    interruption.cancel()
    await spawner.close()
    return Outcome(
      end: end, signal: received.withLock { $0 }, outputFailure: failure.withLock { $0 },
      endsInLine: endsInLine, calls: program.calls)
  }
}
