// SPDX-License-Identifier: MIT

package import LockhostWire
import Synchronization

/// Takes an extension's wish to open its app to the person, one wish at a time.
package final class OpenApplicationService: Sendable {
  /// What became of a wish.
  package enum Outcome: Hashable, Sendable {
    /// The person authenticated and the app has been started with the activity.
    case opened
    /// The person did not authenticate.
    case authenticationFailed
    /// There is no app to open.
    case applicationNotFound
    /// The host could not start it.
    case failed
  }

  /// Authenticates and opens; calls back exactly once, from any thread.
  package typealias Opener =
    @Sendable (_ activity: ActivityMessage, _ done: @escaping @Sendable (Outcome) -> Void) -> Void

  private let opener: Opener
  private let isAsking = Mutex(false)

  /// Makes the way to a session's app.
  ///
  /// - Parameter opener: Called on the session's loop; must not block.
  package init(opener: @escaping Opener) {
    self.opener = opener
  }

  /// Asks for the app to be opened.
  ///
  /// - Parameters:
  ///   - activity: What the app shall continue.
  ///   - done: Called once, unless this returns `false`.
  /// - Returns: `false` when an earlier wish is still open; nothing happens then.
  package func open(
    _ activity: ActivityMessage, then done: @escaping @Sendable (Outcome) -> Void
  ) -> Bool {
    let isFree = isAsking.withLock { isAsking in
      defer { isAsking = true }
      return !isAsking
    }
    guard isFree else { return false }
    let latch = Latch()
    opener(activity) { [self] outcome in
      guard latch.close() else { return }
      isAsking.withLock { $0 = false }
      done(outcome)
    }
    return true
  }
}
