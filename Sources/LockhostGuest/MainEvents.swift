// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization

/// What came over the wire for the main thread, in the order in which it came.
///
/// Two threads read the wire, and only one of them is the main one, so what each has read cannot go
/// its own way: the second half of a press would overtake the first.
package enum MainEvents {
  fileprivate typealias Body = @MainActor @Sendable () -> Void

  fileprivate enum Entry {
    case body(Body)
    case hold(Hold)
  }

  /// Keeps back what comes over the wire after it.
  package final class Hold: Sendable {
    fileprivate let isReleased = Atomic(false)

    /// Lets go; may be called again, from any thread.
    package func release() {
      guard !isReleased.exchange(true, ordering: .acquiringAndReleasing) else { return }
      DispatchQueue.main.async { MainActor.assumeIsolated { MainEvents.run() } }
    }
  }

  private static let entries = Mutex<[Entry]>([])

  /// Runs a body on the main thread, after what came over the wire before.
  ///
  /// For those who read the wire. Where that is the main thread itself, it is about to call ``run()``;
  /// nothing has to be woken, and the main queue need not know.
  static func perform(_ body: @escaping @MainActor @Sendable () -> Void) {
    entries.withLock { $0.append(.body(body)) }
    guard !ReaderThread.isLent else { return }
    DispatchQueue.main.async { MainActor.assumeIsolated { run() } }
  }

  /// Keeps back what comes from now on, until that is released which is returned.
  ///
  /// For those who read the wire, and hand to another thread what the main one must not be ahead of.
  package static func hold() -> Hold {
    let hold = Hold()
    entries.withLock { $0.append(.hold(hold)) }
    return hold
  }

  /// Runs what is there, up to the first hold.
  @MainActor static func run() {
    while let body = next() { body() }
  }

  private static func next() -> Body? {
    entries.withLock { entries in
      while case .hold(let hold)? = entries.first, hold.isReleased.load(ordering: .acquiring) {
        entries.removeFirst()
      }
      guard case .body(let body)? = entries.first else { return nil }
      entries.removeFirst()
      return body
    }
  }
}
