// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// Notes every process that a program starts, so that a test can ask later what is left of them.
///
/// Looks every few milliseconds: a process that lives shorter may be missed, one that is left behind
/// cannot be.
package final class DescendantWatch: Sendable {
  private let seen = Mutex<Set<ProcessIdentity>>([])
  private let isOver = Atomic<Bool>(false)

  /// Starts to look, until ``stop()`` or until the watch is gone.
  package init(of ancestor: Int32, every interval: Duration = .milliseconds(50)) {
    let seconds =
      Double(interval.components.attoseconds) / 1e18 + Double(interval.components.seconds)
    Thread.detachNewThread { [weak self] in
      while let self, !self.isOver.load(ordering: .relaxed) {
        let now = ProcessIdentity.descendants(of: ancestor)
        self.seen.withLock { $0.formUnion(now) }
        Thread.sleep(forTimeInterval: seconds)
      }
    }
  }

  /// Stops looking.
  package func stop() { isOver.store(true, ordering: .relaxed) }

  /// Every process seen so far.
  package var processes: Set<ProcessIdentity> { seen.withLock { $0 } }

  /// Those that are still there.
  package var survivors: [ProcessIdentity] {
    processes.filter(\.exists).sorted { $0.number < $1.number }
  }
}
