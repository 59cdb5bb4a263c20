// SPDX-License-Identifier: MIT

import Synchronization

/// Something that happens once, whoever comes first.
final class Latch: Sendable {
  private let isClosed = Atomic(false)

  /// Closes the latch.
  ///
  /// - Returns: Whether this call closed it.
  func close() -> Bool {
    !isClosed.exchange(true, ordering: .acquiringAndReleasing)
  }
}
