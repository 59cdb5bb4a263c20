// SPDX-License-Identifier: MIT

import Synchronization

/// An object that says before it changes.
///
/// Apple's is Combine's; here it is as much of it as views need. Prefer `@Observable`.
public protocol ObservableObject: AnyObject {
  /// Sends before the object changes.
  var objectWillChange: ObservableObjectPublisher { get }
}

extension ObservableObject {
  /// The publisher that belongs to this object; made when first asked for.
  public var objectWillChange: ObservableObjectPublisher { ObjectPublishers.publisher(of: self) }
}

/// Tells subscribers that an object is about to change.
public final class ObservableObjectPublisher: Sendable {
  private struct State {
    var next = 0
    var subscribers: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  /// Makes a publisher without subscribers.
  public init() {}

  /// Tells all subscribers.
  ///
  /// Any thread may call it.
  public func send() {
    for subscriber in state.withLock({ Array($0.subscribers.values) }) { subscriber() }
  }

  func subscribe(_ subscriber: @escaping @Sendable () -> Void) -> Subscription {
    let number = state.withLock { state in
      state.next += 1
      state.subscribers[state.next] = subscriber
      return state.next
    }
    return Subscription(publisher: self, number: number)
  }

  fileprivate func unsubscribe(_ number: Int) {
    _ = state.withLock { $0.subscribers.removeValue(forKey: number) }
  }

  /// A subscription, which ends with the object that holds this.
  final class Subscription: Sendable {
    private let publisher: ObservableObjectPublisher
    private let number: Int

    fileprivate init(publisher: ObservableObjectPublisher, number: Int) {
      self.publisher = publisher
      self.number = number
    }

    deinit { publisher.unsubscribe(number) }
  }
}

/// The publishers of objects that declared none, beside the objects, since a protocol cannot store.
private enum ObjectPublishers {
  private struct Entry {
    weak var object: AnyObject?
    let publisher: ObservableObjectPublisher
  }

  /// Invariant: only touched inside `lock`.
  nonisolated(unsafe) private static var entries: [ObjectIdentifier: Entry] = [:]
  private static let lock = Mutex<Void>(())

  static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    lock.withLock { _ in
      // An identifier may be that of an object that is gone; only the same object counts.
      if let entry = unsafe entries[ObjectIdentifier(object)], entry.object === object {
        return entry.publisher
      }
      unsafe entries = unsafe entries.filter { $0.value.object != nil }
      let publisher = ObservableObjectPublisher()
      unsafe entries[ObjectIdentifier(object)] = Entry(object: object, publisher: publisher)
      return publisher
    }
  }
}
