// SPDX-License-Identifier: MIT

import CLinux
import LockhostSystem

/// One thread's wait for the wire.
///
/// The main thread and the reader both have one. The kernel wakes one thread for each packet, and only one
/// that sleeps, in the order in which the waits were made: the main thread's is the first, so that it is
/// woken where it has nothing else to do, which saves the change of threads, and the reader while the main
/// thread works or waits for an answer.
struct WireWait: Sendable {
  /// What has happened.
  struct Happened {
    /// There is a packet, or an end of the wire.
    var wire = false
    /// The main queue has work.
    var queue = false
  }

  private static let wireToken: UInt64 = 0
  private static let queueToken: UInt64 = 1

  private let epoll: SharedDescriptor

  /// Prepares to wait for the wire; nil where the kernel has no such wait, or no descriptor for it.
  init?(wire: SharedDescriptor) {
    let number = lh_epoll_create()
    guard number >= 0 else { return nil }
    epoll = SharedDescriptor(adopting: number)
    guard lh_epoll_add_exclusive(number, wire.rawValue, Self.wireToken) == 0 else { return nil }
  }

  /// Waits for the main queue as well, by its own descriptor.
  ///
  /// - Returns: Whether the kernel does.
  func add(queue: Int32) -> Bool {
    lh_epoll_add(epoll.rawValue, queue, false, Self.queueToken) == 0
  }

  /// Waits until something has happened, or until a signal comes.
  func wait() -> Happened {
    var ready = (lh_ready(), lh_ready())
    let count = unsafe withUnsafeMutablePointer(to: &ready) { ready in
      unsafe ready.withMemoryRebound(to: lh_ready.self, capacity: 2) { ready in
        unsafe lh_epoll_wait(epoll.rawValue, ready, 2, -1)
      }
    }
    var happened = Happened()
    for event in [ready.0, ready.1].prefix(Int(max(count, 0))) {
      if event.token == Self.wireToken { happened.wire = true } else { happened.queue = true }
    }
    return happened
  }
}
