// SPDX-License-Identifier: MIT

public import Foundation
import Synchronization

/// What an observer wants to be told.
///
/// Key-value observing is Objective-C's, and Foundation has none of it on Linux. Camera code hears by
/// it of sessions, cameras and rotation, so the part of it that Swift code uses is here, for these.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Creates options from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The value after the change.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// The value before the change.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// A first call at once, with the value as it is.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
  /// A call before each change; accepted and without effect, as changes are seen after they were made.
  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// What kind of change it was; always `.setting` here.
public enum NSKeyValueChange: UInt, Sendable {
  /// The value is another one.
  case setting = 1
  /// Something was added to a collection.
  case insertion = 2
  /// Something was taken from a collection.
  case removal = 3
  /// Something in a collection was replaced.
  case replacement = 4
}

/// One change of an observed value.
public struct NSKeyValueObservedChange<Value> {
  /// What kind of change it was.
  public typealias Kind = NSKeyValueChange
  /// What kind of change it was.
  public let kind: Kind
  /// The value after it, where that was asked for.
  public let newValue: Value?
  /// The value before it, where that was asked for; `nil` for the first call.
  public let oldValue: Value?
  /// Where in a collection it was; none.
  public let indexes: IndexSet?
  /// Whether the change is still to come; never.
  public let isPrior: Bool
}

/// An observer of one value, which sees changes as long as somebody holds it.
public final class NSKeyValueObservation: NSObject, @unchecked Sendable {
  // Unchecked because NSObject is not Sendable; what can change is in a mutex.

  private let whenInvalidated: Mutex<(@Sendable () -> Void)?>

  init(whenInvalidated: @escaping @Sendable () -> Void) {
    self.whenInvalidated = Mutex(whenInvalidated)
  }

  /// Ends the observation; the end of the object does so, too.
  public func invalidate() {
    let end = whenInvalidated.withLock { $0.take() }
    end?()
  }

  deinit { invalidate() }
}
