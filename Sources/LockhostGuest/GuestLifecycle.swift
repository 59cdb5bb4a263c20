// SPDX-License-Identifier: MIT

import Dispatch
import Glibc
import LockhostWire

/// From the scene's start to the process's end, on the main actor.
@MainActor
package final class GuestLifecycle {
  private let connection: GuestConnection
  private var endHooks: [@MainActor () -> Void] = []
  private var isEnding = false
  private let leave: @MainActor () -> Void

  /// Follows a connection's orders.
  ///
  /// - Parameter leave: What ends the process; tests pass something milder.
  package init(
    connection: GuestConnection,
    leave: @escaping @MainActor () -> Void = GuestLifecycle.endProcess
  ) {
    self.connection = connection
    self.leave = leave
  }

  /// Calls a body when the host starts the scene, and obeys the host's order to leave.
  ///
  /// - Parameter present: Called once, on the main actor.
  package func start(present: @escaping @MainActor () -> Void) {
    connection.onEvent(.present) { _ in
      DispatchQueue.main.async { MainActor.assumeIsolated(present) }
    }
    connection.onEvent(.end) { [self] _ in
      DispatchQueue.main.async { MainActor.assumeIsolated { self.end() } }
    }
  }

  /// Adds something that runs before the process ends; the last that was added runs first.
  package func onEnd(_ hook: @escaping @MainActor () -> Void) { endHooks.append(hook) }

  /// Runs the hooks, then leaves with code 0.
  package func end() {
    guard !isEnding else { return }
    isEnding = true
    while let hook = endHooks.popLast() { hook() }
    leave()
  }

  /// Ends the process with code 0, with everything written that was printed.
  ///
  /// Not by `exit(3)`: it takes apart what the other threads, camera and pool, still work with.
  package static func endProcess() {
    fflush(nil)
    _exit(EXIT_SUCCESS)
  }
}
