// SPDX-License-Identifier: MIT

import LockhostSystem
import Synchronization

/// The end of a guest, which is set once and may be waited for by many.
final class GuestEnding: Sendable {
  private enum State {
    case waiting([@Sendable (GuestExit) -> Void], measured: GuestExit.Resources?)
    case set(GuestExit)
  }

  private let state = Mutex(State.waiting([], measured: nil))

  /// Notes what the guest had used when it was measured last, for an end that tells less.
  func note(_ resources: GuestExit.Resources) {
    state.withLock { state in
      guard case .waiting(let waiters, _) = state else { return }
      state = .waiting(waiters, measured: resources)
    }
  }

  /// Sets the end and tells everybody who waits; later calls change nothing.
  func set(_ exit: GuestExit) {
    var exit = exit
    let waiters: [@Sendable (GuestExit) -> Void] = state.withLock { state in
      guard case .waiting(let waiters, let measured) = state else { return [] }
      if let measured { exit.resources = exit.resources?.combined(with: measured) ?? measured }
      state = .set(exit)
      return waiters
    }
    for waiter in waiters { waiter(exit) }
  }

  /// Calls a body with the end, at once if it is known.
  func whenSet(_ body: @escaping @Sendable (GuestExit) -> Void) {
    let known: GuestExit? = state.withLock { state in
      switch state {
      case .set(let exit): return exit
      case .waiting(let waiters, let measured):
        state = .waiting(waiters + [body], measured: measured)
        return nil
      }
    }
    if let known { body(known) }
  }

  /// Sets the end to `killed` once pid 1 is dead, for a guest whose spawner is not there to tell.
  func setWhenDead(_ initialProcess: ProcessDescriptor?, loop: EventLoop) {
    let killed = GuestExit(status: .killed, resources: nil)
    guard let initialProcess else { return set(killed) }
    let watch = Mutex<EventWatch?>(nil)
    do throws(SystemError) {
      let made = try loop.watch(initialProcess.descriptor, for: .input) {
        watch.withLock { $0.take() }?.cancel()
        self.set(killed)
      }
      watch.withLock { $0 = made }
    } catch {
      set(killed)
    }
  }

  /// Waits for the end.
  func value() async -> GuestExit {
    await withCheckedContinuation { continuation in
      whenSet { continuation.resume(returning: $0) }
    }
  }
}
