// SPDX-License-Identifier: MIT

import LockhostSystem
import Synchronization

/// Measures a guest as a whole while it runs, since no kernel without cgroups limits the sum.
///
/// It runs on the guest's loop until it is cancelled or the guest is dead. A guest can take what its
/// processes may take one by one between two measurements; `Limits.data` bounds that.
package final class GuestMeter: Sendable {
  /// How often a guest is measured.
  private static let interval = Duration.milliseconds(100)
  /// How many times as long as a measurement the pause after it is: a guest with very many
  /// descriptors must not keep the loop from its other work.
  private static let restFactor = 4

  private let limit: ByteCount?
  private let loop: EventLoop
  private let isOver: @Sendable (GuestUse) -> Void
  private let state = Mutex(State())

  private struct State {
    var next: EventDeadline?
    var peak: Int?
    var isCancelled = false
  }

  /// Begins to measure.
  ///
  /// - Parameters:
  ///   - process: The guest; it is not kept alive for this.
  ///   - limit: How much it may use; nil to measure alone.
  ///   - loop: Where to measure.
  ///   - isOver: Called on the loop, once, with the first measurement that is over the limit.
  package init(
    _ process: GuestProcess, limit: ByteCount?, loop: EventLoop,
    isOver: @escaping @Sendable (GuestUse) -> Void
  ) {
    self.limit = limit
    self.loop = loop
    self.isOver = isOver
    schedule(process, after: Self.interval)
  }

  /// The most that was measured; nil for a guest that ended before it could be.
  package var peakBytes: Int? { state.withLock { $0.peak } }

  /// Measures no more.
  package func cancel() {
    state.withLock { state in
      state.isCancelled = true
      return state.next.take()
    }?.cancel()
  }

  private func schedule(_ process: GuestProcess, after pause: Duration) {
    let next = loop.schedule(at: .now.advanced(by: pause)) { [self, weak process] in
      if let process { measure(process) }
    }
    let isLate = state.withLock { state in
      guard !state.isCancelled else { return true }
      state.next = next
      return false
    }
    if isLate { next.cancel() }
  }

  private func measure(_ process: GuestProcess) {
    let before = MonotonicInstant.now
    // Nil for a guest that has just died, of which the spawner tells soon.
    guard !state.withLock({ $0.isCancelled }), let use = process.use() else { return }
    state.withLock { $0.peak = max($0.peak ?? 0, use.bytes) }
    if let limit, use.bytes > limit.bytes { return isOver(use) }
    let taken = before.duration(to: .now)
    schedule(process, after: max(Self.interval, taken * Self.restFactor))
  }
}
