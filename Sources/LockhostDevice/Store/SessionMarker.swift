// SPDX-License-Identifier: MIT

import LockhostSystem

/// An empty file that says that a session is not finished.
///
/// It is made before anything else of the session and removed after everything else, so a start looks
/// only at the sessions that need it, however many have ended in months.
struct SessionMarker: Sendable {
  let directory: Directory
  let name: FileName

  func make() throws(SystemError) {
    _ = try directory.makeFile(name, permissions: 0o600)
  }

  /// Makes the marker out of one that is there, which stays.
  func make(from other: SessionMarker) throws(SystemError) {
    do throws(SystemError) {
      // A second name costs less than another file.
      try directory.link(other.name, as: name)
    } catch {
      try make()
    }
  }

  func remove() throws(SystemError) { try directory.unlinkIfPresent(name) }
}
