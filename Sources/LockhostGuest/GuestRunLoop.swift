// SPDX-License-Identifier: MIT

import CLinux
import Dispatch
import Glibc
import Synchronization

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

  /// What packets that the main thread has read are about.
  private static let due = Mutex<[@MainActor @Sendable () -> Void]>([])

  /// Runs a body on the main thread, after what came over the wire before.
  ///
  /// For those who read the wire. Where that is the main thread itself, it is about to be free for the
  /// body; nothing has to be woken, and the main queue need not know.
  static func perform(_ body: @escaping @MainActor @Sendable () -> Void) {
    guard ReaderThread.isLent else {
      return DispatchQueue.main.async { MainActor.assumeIsolated(body) }
    }
    due.withLock { $0.append(body) }
  }

  private static func takeDue() -> [@MainActor @Sendable () -> Void] {
    due.withLock { due in
      defer { due = [] }
      return due
    }
  }

  /// Returns where the kernel has no wait for two, or the wire is gone; the reader does all then.
  private static func serve(_ connection: GuestConnection, _ queue: Int32) {
    guard let wait = connection.wait(queue: queue) else { return }
    while true {
      let isOpen = !wait.wait().wire || connection.read()
      // What another thread has read came before.
      drain(queue)
      for body in takeDue() { MainActor.assumeIsolated(body) }
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
