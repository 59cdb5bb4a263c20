// SPDX-License-Identifier: MIT

import CLinux
import Dispatch
import Glibc

/// The main thread's loop: runs the main queue, and with it every `@MainActor` job.
///
/// Not `dispatchMain()`, which ends the main thread and costs a static executable 7 to 10 ms before
/// the first job; and not Foundation's run loop, which would bring Foundation into every guest.
package enum GuestRunLoop {
  /// Runs the main queue until the process exits, and reads the wire where it would sleep.
  ///
  /// Only for the main thread, outside of every task.
  package static func run() -> Never {
    let queue = _dispatch_get_main_queue_handle_4CF()
    if GuestConnection.isAvailable { serve(GuestConnection.shared, queue) }
    while true {
      var entry = pollfd(fd: queue, events: Int16(POLLIN), revents: 0)
      // Interrupted or not: the callback of a queue without work returns at once.
      _ = unsafe poll(&entry, 1, -1)
      drain(queue)
    }
  }

  /// Returns where the kernel has no wait for two, or the wire is gone; the reader does all then.
  private static func serve(_ connection: GuestConnection, _ queue: Int32) {
    guard let wait = connection.wait(queue: queue) else { return }
    while true {
      let isOpen = !wait.wait().wire || connection.read()
      // What the reader had already handed to the main queue, in whatever way, came before.
      drain(queue)
      MainActor.assumeIsolated { MainEvents.run() }
      if !isOpen { return }
    }
  }

  /// Runs what is in the main queue, which has said so if there is anything.
  private static func drain(_ queue: Int32) {
    var count: UInt64 = 0
    guard unsafe read(queue, &count, MemoryLayout<UInt64>.size) > 0 else { return }
    _dispatch_main_queue_callback_4CF(nil)
  }
}
