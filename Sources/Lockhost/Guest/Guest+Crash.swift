// SPDX-License-Identifier: MIT

import LockhostSandbox
import LockhostWire

/// A guest that crashes says so before it dies, and stops until its stack is copied.
extension Guest {
  /// How long a guest may take to stop that says it is about to.
  private static let stopTime = Duration.seconds(5)

  /// The signals that programs crash by: SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV.
  private static let signals: Set<UInt32> = [4, 5, 6, 7, 8, 11]

  /// Copies the stack, lets the guest go on to its end, and works out the frames.
  ///
  /// The message is a guest's: only the first counts, and a guest that then does not stop is ended.
  func takeCrash(_ body: [UInt8]) {
    guard crash.signal == nil, phase < .dead, let told = try? GuestCrash(body: body),
      Self.signals.contains(told.signal), let process = process?.identifier
    else { return }
    crash.signal = Int32(told.signal)
    crash.isPending = true
    Task { [weak self] in
      let stopped = await WorkQueue.run {
        StoppedProgram(
          process: process, instruction: told.register("rip"), stack: told.register("rsp"),
          base: told.register("rbp"), within: Self.stopTime)
      }
      await self?.letDie(process, wasStopped: stopped != nil)
      let frames = await WorkQueue.run { stopped?.frames() ?? [] }
      await self?.keep(CrashFinding(told: told, frames: frames))
    }
  }

  private func letDie(_ process: Int32, wasStopped: Bool) {
    guard phase < .dead, let signal = crash.signal else { return }
    if wasStopped || StoppedProgram.isStopped(process) {
      StoppedProgram.goOn(process)
    } else {
      end(.crashed(signal: signal))
    }
  }

  private func keep(_ finding: CrashFinding) {
    crash.finding = finding
    crash.isPending = false
    let whenDone = crash.whenDone.take()
    whenDone?()
  }
}
