// SPDX-License-Identifier: MIT

import Synchronization

/// The end of a guest, which is set once and may be waited for by many.
final class GuestEnding: Sendable {
  private enum State {
    case waiting([@Sendable (GuestExit) -> Void])
    case set(GuestExit)
  }

  private let state = Mutex(State.waiting([]))

  /// Sets the end and tells everybody who waits; later calls change nothing.
  func set(_ exit: GuestExit) {
    let waiters: [@Sendable (GuestExit) -> Void] = state.withLock { state in
      guard case .waiting(let waiters) = state else { return [] }
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
      case .waiting(let waiters):
        state = .waiting(waiters + [body])
        return nil
      }
    }
    if let known { body(known) }
  }

  /// Waits for the end.
  func value() async -> GuestExit {
    await withCheckedContinuation { continuation in
      whenSet { continuation.resume(returning: $0) }
    }
  }
}
