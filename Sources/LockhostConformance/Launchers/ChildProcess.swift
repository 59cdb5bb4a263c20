// SPDX-License-Identifier: MIT

import CConformance
import LockhostSystem
import Synchronization

/// A child of this process, from its start until it is reaped.
final class ChildProcess: Sendable {
  private let number: Int32
  private let descriptor: ProcessDescriptor
  private let loop: EventLoop

  private init(_ number: Int32, _ descriptor: ProcessDescriptor, loop: EventLoop) {
    self.number = number
    self.descriptor = descriptor
    self.loop = loop
  }

  /// Starts a program from the loop's thread, with which it dies.
  ///
  /// - Throws: `SystemError` for `posix_spawn(3)` or `pidfd_open(2)`.
  static func start(
    _ program: ProgramStart, on loop: EventLoop
  ) async throws(SystemError) -> ChildProcess {
    let result: Result<ChildProcess, SystemError> = await withCheckedContinuation { waiter in
      loop.perform {
        do throws(SystemError) {
          let number = try program.start()
          waiter.resume(
            returning: .success(
              ChildProcess(number, try ProcessDescriptor.open(number), loop: loop)))
        } catch {
          waiter.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  /// Waits for its end, brings it about after a time, and reaps it.
  ///
  /// Cancelling the task asks it to end in order (SIGTERM).
  func end(within limit: Duration) async {
    let deadline = Mutex<EventDeadline?>(nil)
    let watch = Mutex<EventWatch?>(nil)
    await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: CheckedContinuation<Void, Never>) in
        loop.perform { [self] in
          let scheduled = loop.schedule(at: MonotonicInstant.now.advanced(by: limit)) {
            self.kill()
          }
          deadline.withLock { $0 = scheduled }
          do throws(SystemError) {
            let made = try loop.watch(descriptor.descriptor, for: .input) {
              guard let held = watch.withLock({ $0.take() }) else { return }
              held.cancel()
              waiter.resume()
            }
            watch.withLock { $0 = made }
          } catch {
            // A process that cannot be waited for is not left alone.
            self.kill()
            waiter.resume()
          }
        }
      }
    } onCancel: {
      // One that has ended in the meantime needs no asking.
      _ = try? descriptor.signal(15)
    }
    deadline.withLock { $0.take() }?.cancel()
    var status: Int32 = 0
    _ = unsafe lh_reap(number, &status)
  }

  private func kill() {
    // One that has ended in the meantime needs no killing.
    _ = try? descriptor.signal(9)
  }
}
