// SPDX-License-Identifier: MIT

/// What the status line shows.
package struct SessionStatus: Hashable, Sendable {
  /// "starting", "presented", "ready", "asking to unlock", "ending".
  package var phase: String
  /// Until the watchdog fires; `nil` when it no longer can.
  package var watchdogLeft: Duration?
  /// How many photos this session has added.
  package var photos: Int

  package init(phase: String, watchdogLeft: Duration?, photos: Int) {
    self.phase = phase
    self.watchdogLeft = watchdogLeft
    self.photos = photos
  }
}
