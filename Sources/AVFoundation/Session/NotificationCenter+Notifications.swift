// SPDX-License-Identifier: MIT

public import Foundation

/// The asynchronous form of observing, which Foundation has on Apple's systems and not on Linux.
///
/// Camera code hears of interruptions by it, so it is here.
extension NotificationCenter {
  /// The notifications of a name, as they come.
  ///
  /// Observing begins with the iteration and ends with it. Of notifications that nobody takes, the
  /// newest are kept.
  public func notifications(
    named name: Notification.Name, object: AnyObject? = nil
  ) -> Notifications {
    Notifications(center: self, name: name, object: object)
  }

  /// Notifications as they come.
  public final class Notifications: AsyncSequence, @unchecked Sendable {
    // Unchecked because of the observed object, of which only the identity is used.

    /// What an iteration gives.
    public typealias Element = Notification
    /// A notification does not fail.
    public typealias Failure = Never

    /// How many notifications wait for whoever takes them.
    private static let capacity = 64

    private let center: NotificationCenter
    private let name: Notification.Name
    private let object: AnyObject?

    fileprivate init(center: NotificationCenter, name: Notification.Name, object: AnyObject?) {
      self.center = center
      self.name = name
      self.object = object
    }

    /// Begins to observe.
    public func makeAsyncIterator() -> Iterator {
      let (stream, continuation) = AsyncStream.makeStream(
        of: Notification.self, bufferingPolicy: .bufferingNewest(Self.capacity))
      let token = center.addObserver(forName: name, object: object, queue: nil) { notification in
        // Handed over as it is, as Apple's is: the poster does not change it afterwards.
        nonisolated(unsafe) let notification = notification
        unsafe continuation.yield(notification)
      }
      nonisolated(unsafe) let observer = token
      continuation.onTermination = { [center] _ in unsafe center.removeObserver(observer) }
      return Iterator(base: stream.makeAsyncIterator())
    }

    /// One observation.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate var base: AsyncStream<Notification>.Iterator

      /// Waits for the next notification; `nil` when the task is cancelled.
      public mutating func next() async -> Notification? { await base.next() }

      /// Waits for the next notification on an actor; `nil` when the task is cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
        await base.next(isolation: actor)
      }
    }
  }
}
