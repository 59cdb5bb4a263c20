// SPDX-License-Identifier: MIT

import Synchronization

/// How long the system takes to tell an app or extension its context, beyond what it really needs.
///
/// On a phone the fetch may be slow, and an extension that waits for it before it starts its camera
/// is killed. May be changed at any time; a request keeps the latency it came with.
package final class ContextLatency: Sendable {
  private let value = Mutex(Duration.zero)

  /// No latency but the store's own.
  package init(_ duration: Duration = .zero) { value.withLock { $0 = duration } }

  /// The latency of the next request.
  package var current: Duration { value.withLock { $0 } }

  /// Changes it.
  package func set(_ duration: Duration) { value.withLock { $0 = max(.zero, duration) } }
}
