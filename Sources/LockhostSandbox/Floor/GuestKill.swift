// SPDX-License-Identifier: MIT

import LockhostSystem
import Synchronization

/// How every process of a guest is killed.
///
/// Elsewhere the end of pid 1 is the end of all; the guest's own process is killed with it, so that it does
/// not begin to die only when pid 1 has. In tier `floor` the guest alone is killed: it is one process, and
/// its parent, which counts the dead and what they used, ends by itself after it.
final class GuestKill: Sendable {
  private struct State {
    var first: ProcessDescriptor?
    var guest: ProcessDescriptor?
    var isAsked = false
  }

  private let isFloor: Bool
  private let state = Mutex(State())

  init(tier: SandboxTier) { isFloor = tier == .floor }

  /// Whether somebody asked for it.
  var isAsked: Bool { state.withLock { $0.isAsked } }

  /// The guest's own process, where it is known and nothing else ends with its death.
  var guest: ProcessDescriptor? { isFloor ? state.withLock { $0.guest } : nil }

  /// Learns of the guest's parent process.
  func set(first: ProcessDescriptor) { state.withLock { $0.first = first } }

  /// Learns of the guest's own process.
  func set(guest: ProcessDescriptor) { state.withLock { $0.guest = guest } }

  /// Kills, as far as there is anything known to kill.
  ///
  /// - Throws: `SystemError` for `pidfd_send_signal(2)`.
  func perform() throws(SystemError) {
    let (first, guest) = state.withLock { state in
      state.isAsked = true
      return (state.first, state.guest)
    }
    guard isFloor, let guest else {
      // Should this one fail, the other one does the same.
      _ = try? guest?.signal(9)
      _ = try first?.signal(9)
      return
    }
    _ = try guest.signal(9)
  }
}
