// SPDX-License-Identifier: MIT

import Synchronization

/// A node to evaluate again, named from any thread.
struct Invalidation: Sendable {
  let inbox: GraphInbox
  let number: Int

  func callAsFunction() { inbox.invalidate(number) }
}

/// Where any thread leaves the numbers of nodes that must be evaluated again.
final class GraphInbox: Sendable {
  private struct State {
    var numbers: Set<Int> = []
    var isScheduled = false
    var wake: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Sets what schedules an update; called once per batch, on whatever thread fills it.
  func setWake(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

  func invalidate(_ number: Int) {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      state.numbers.insert(number)
      if state.isScheduled { return nil }
      state.isScheduled = true
      return state.wake
    }
    wake?()
  }

  func take() -> Set<Int> {
    state.withLock { state in
      state.isScheduled = false
      defer { state.numbers = [] }
      return state.numbers
    }
  }
}
