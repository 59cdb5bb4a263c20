// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// Keeps processors busy until it is told to stop.
final class BusyProcessors: Sendable {
  private let isOver = Atomic(false)

  /// Starts so many threads that do nothing but take time.
  ///
  /// Threads of their own: on the cooperative pool nobody else's work would go on.
  init(_ count: Int) {
    for _ in 0..<count { Thread.detachNewThread { self.spin() } }
  }

  private func spin() {
    while !isOver.load(ordering: .relaxed) {}
  }

  /// Lets the threads end.
  func stop() { isOver.store(true, ordering: .relaxed) }
}
