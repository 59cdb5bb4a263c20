// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization

/// What a program does when a person has set a control, and where.
final class ControlAction<Value: Sendable>: Sendable {
  // Unchecked because of the action, which is called on its queue only.
  private struct State: @unchecked Sendable {
    var queue: DispatchQueue?
    var action: ((Value) -> Void)?
  }

  private let state = Mutex(State())

  func set(_ queue: DispatchQueue, _ action: @escaping (Value) -> Void) {
    nonisolated(unsafe) let action = action
    state.withLock { unsafe $0 = State(queue: queue, action: action) }
  }

  func run(_ value: Value) {
    guard let queue = state.withLock({ $0.queue }) else { return }
    queue.async { [self] in
      let action = state.withLock { state in
        nonisolated(unsafe) let action = state.action
        return unsafe action
      }
      action?(value)
    }
  }
}
