// SPDX-License-Identifier: MIT

import LockhostGuest
import LockhostWire
import Synchronization

/// The photos that are under way, by the identifier that the host repeats.
///
/// The host works on a few at a time and refuses more; on iOS a burst of presses waits its turn. So
/// they wait here.
final class PhotoDarkroom: Sendable {
  private struct Order: Sendable {
    let request: PhotoCapture
    let development: PhotoDevelopment
  }

  private struct State {
    var developing: [Int64: PhotoDevelopment] = [:]
    var waiting: [Order] = []
  }

  /// Fewer than the host works on at once, and enough that it never waits for the next.
  static let maximumInFlight = 2

  private let state = Mutex(State())

  /// Takes a photo, now or when those before it are done.
  func develop(
    _ request: PhotoCapture, _ development: PhotoDevelopment, over connection: GuestConnection
  ) {
    state.withLock { $0.waiting.append(Order(request: request, development: development)) }
    sendNext(over: connection)
  }

  /// Takes the host's word on how far a photo is; called on the reader thread.
  func advance(_ progress: PhotoProgress) {
    guard let phase = PhotoDevelopment.Phase(rawValue: progress.phase) else { return }
    state.withLock { $0.developing[progress.uniqueID] }?.advance(to: phase)
  }

  private func sendNext(over connection: GuestConnection) {
    let next = state.withLock { state -> Order? in
      guard state.developing.count < Self.maximumInFlight, !state.waiting.isEmpty else {
        return nil
      }
      let order = state.waiting.removeFirst()
      state.developing[order.development.uniqueID] = order.development
      return order
    }
    guard let next else { return }
    connection.request(.photoCapture, next.request) { [self] outcome in
      state.withLock { $0.developing[next.development.uniqueID] = nil }
      next.development.finish(outcome)
      // When the request could not even be sent this is the caller's thread, and each turn ends one
      // order: it cannot go on for ever.
      sendNext(over: connection)
    }
  }
}
