// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// The observers of one object, or of all objects that stand for one thing.
///
/// They are asked to look after everything that may have changed a value; each tells only of what is
/// another value than it saw last.
final class KeyValueObservers: Sendable {
  private struct State {
    var next = 0
    var observers: [(id: Int, observer: any ValueObserver)] = []
  }

  private let state = Mutex(State())

  /// Whether there is anybody to tell.
  var isEmpty: Bool { state.withLock { $0.observers.isEmpty } }

  /// Adds an observer.
  ///
  /// - Returns: Ends the observation when it is called.
  func add(_ observer: any ValueObserver) -> @Sendable () -> Void {
    let id = state.withLock { state in
      state.next += 1
      state.observers.append((state.next, observer))
      return state.next
    }
    return { [weak self] in
      self?.state.withLock { state in state.observers.removeAll { $0.id == id } }
    }
  }

  /// Lets all observers look, on the calling thread, as on iOS; call it outside of all locks.
  func look() {
    for (_, observer) in state.withLock({ $0.observers }) { observer.look() }
  }
}

/// Who is to be asked to look at a value.
protocol ValueObserver: Sendable {
  /// Looks, and tells of another value.
  func look()
}

/// An object whose values can be observed.
protocol KeyValueObserved: AnyObject {
  /// Who observes it.
  var observers: KeyValueObservers { get }

  /// Somebody more does.
  func observationBegan()
}

extension KeyValueObserved {
  func observationBegan() {}
}

/// One observer's memory of a value.
final class ObservedValue<Object: AnyObject, Value>: ValueObserver, @unchecked Sendable {
  // Unchecked because of the values and the handler, which are Apple's types without Sendable: the
  // lock lets one thread at a time to the values, and the handler is documented to run on any.

  private weak var object: Object?
  private let keyPath: KeyPath<Object, Value>
  private let options: NSKeyValueObservingOptions
  private let handler: (Object, NSKeyValueObservedChange<Value>) -> Void
  private let lock = Mutex(())
  private var last: Value

  init(
    _ object: Object, _ keyPath: KeyPath<Object, Value>, _ options: NSKeyValueObservingOptions,
    _ handler: @escaping (Object, NSKeyValueObservedChange<Value>) -> Void
  ) {
    self.object = object
    self.keyPath = keyPath
    self.options = options
    self.handler = handler
    last = object[keyPath: keyPath]
    if options.contains(.initial) { tell(object, old: nil, new: last) }
  }

  /// Tells of the value if it is another one; one that cannot be compared is told of each time.
  func look() {
    guard let object else { return }
    let new = object[keyPath: keyPath]
    let old = lock.withLock { _ in
      defer { last = new }
      return last
    }
    guard !Self.areEqual(old, new) else { return }
    tell(object, old: old, new: new)
  }

  private func tell(_ object: Object, old: Value?, new: Value) {
    handler(
      object,
      NSKeyValueObservedChange(
        kind: .setting, newValue: options.contains(.new) ? new : nil,
        oldValue: options.contains(.old) ? old : nil, indexes: nil, isPrior: false))
  }

  private static func areEqual(_ left: Value, _ right: Value) -> Bool {
    func compare<Known: Equatable>(_ left: Known, _ right: Value) -> Bool {
      (right as? Known).map { $0 == left } ?? false
    }
    guard let left = left as? any Equatable else { return false }
    return compare(left, right)
  }
}
