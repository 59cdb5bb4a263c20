// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization

/// Whether a scene's first picture could be decoded: known later, once, to whoever asks.
final class SceneOpening: Sendable {
  private enum State {
    case pending([@Sendable (Result<Void, ServiceError>) -> Void])
    case settled(Result<Void, ServiceError>)
  }

  private let state = Mutex(State.pending([]))

  /// Makes it known; the first time counts.
  func settle(_ outcome: Result<Void, ServiceError>) {
    let waiting = state.withLock { state -> [@Sendable (Result<Void, ServiceError>) -> Void] in
      guard case .pending(let waiting) = state else { return [] }
      state = .settled(outcome)
      return waiting
    }
    for body in waiting { body(outcome) }
  }

  /// The outcome, if it is known.
  var outcome: Result<Void, ServiceError>? {
    state.withLock { if case .settled(let outcome) = $0 { outcome } else { nil } }
  }

  /// Calls once it is known, on any thread; at once when it is known already.
  func whenSettled(_ body: @escaping @Sendable (Result<Void, ServiceError>) -> Void) {
    let known = state.withLock { state -> Result<Void, ServiceError>? in
      switch state {
      case .settled(let outcome): return outcome
      case .pending(let waiting):
        state = .pending(waiting + [body])
        return nil
      }
    }
    if let known { body(known) }
  }

  /// Blocks until it is known.
  func wait() {
    let known = DispatchSemaphore(value: 0)
    whenSettled { _ in known.signal() }
    known.wait()
  }
}
