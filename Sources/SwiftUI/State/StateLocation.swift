// SPDX-License-Identifier: MIT

import Synchronization

/// Where a node keeps one value of state.
///
/// `@unchecked Sendable`: `value` is read and written only inside `lock`. A value that is itself not
/// Sendable is shared only as far as its author shares the state with other threads.
final class StateLocation<Value>: @unchecked Sendable {
  private let lock = Mutex<Void>(())
  private var value: Value
  private let invalidation: Invalidation?

  init(_ value: Value, invalidation: Invalidation?) {
    self.value = value
    self.invalidation = invalidation
  }

  func get() -> Value {
    // An explicit local: the closure's result would have to be sent out of the lock.
    var copy: Value?
    lock.withLock { _ in copy = value }
    guard let copy else { preconditionFailure("the lock ran its body") }
    return copy
  }

  func set(_ newValue: Value) {
    lock.withLock { _ in value = newValue }
    invalidation?()
  }
}
