// SPDX-License-Identifier: MIT

/// Where one route's events wait for a handler, and then go to it, in order.
struct EventInbox: Sendable {
  /// How many events wait at most; the oldest goes first.
  private static let capacity = 64

  private(set) var handler: GuestConnection.EventHandler?
  private var waiting: [GuestMessage] = []
  private var isDraining = false

  /// Takes an event that arrived.
  ///
  /// - Returns: The handler to call now, or nil when the event waits.
  mutating func receive(_ message: GuestMessage) -> GuestConnection.EventHandler? {
    if let handler, !isDraining { return handler }
    if waiting.count == Self.capacity { waiting.removeFirst() }
    waiting.append(message)
    return nil
  }

  /// Sets the handler.
  ///
  /// - Returns: Whether the caller has to deliver what waited, by ``next()``.
  mutating func setHandler(_ handler: GuestConnection.EventHandler?) -> Bool {
    self.handler = handler
    guard handler != nil, !waiting.isEmpty, !isDraining else { return false }
    isDraining = true
    return true
  }

  /// The next event that waited; nil ends the draining, and events go straight to the handler.
  mutating func next() -> (GuestConnection.EventHandler, GuestMessage)? {
    guard let handler, !waiting.isEmpty else {
      isDraining = false
      return nil
    }
    return (handler, waiting.removeFirst())
  }
}
