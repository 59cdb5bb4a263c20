// SPDX-License-Identifier: MIT

import LockhostWire
import Synchronization

/// The photos that are under way, by the identifier that the host repeats.
final class PhotoDarkroom: Sendable {
  private let developing = Mutex<[Int64: PhotoDevelopment]>([:])

  func add(_ development: PhotoDevelopment) {
    developing.withLock { $0[development.uniqueID] = development }
  }

  func remove(_ development: PhotoDevelopment) {
    developing.withLock { $0[development.uniqueID] = nil }
  }

  /// Takes the host's word on how far a photo is; called on the reader thread.
  func advance(_ progress: PhotoProgress) {
    guard let phase = PhotoDevelopment.Phase(rawValue: progress.phase) else { return }
    developing.withLock { $0[progress.uniqueID] }?.advance(to: phase)
  }
}
