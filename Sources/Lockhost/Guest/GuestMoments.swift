// SPDX-License-Identifier: MIT

package import LockhostSystem

/// When the stations of a guest's life were reached; nil for those that were not.
package struct GuestMoments: Hashable, Sendable {
  /// pid 1 of the sandbox exists.
  package var spawned: MonotonicInstant?
  /// The guest's own program runs.
  package var executed: MonotonicInstant?
  /// The guest has said hello.
  package var connected: MonotonicInstant?
  /// The scene was started; the watchdog runs from here.
  package var presented: MonotonicInstant?
  /// Every requirement has been met once.
  package var ready: MonotonicInstant?
  /// The first frame was handed to the guest.
  package var firstFrame: MonotonicInstant?
  /// The end began: its cause is settled.
  package var ended: MonotonicInstant?
  /// The whole tree is dead and reaped.
  package var dead: MonotonicInstant?
}
