// SPDX-License-Identifier: MIT

package import LockhostWire
import Synchronization

/// Takes an extension's wishes to open its app to the session, a few at a time.
///
/// In which order they are asked, and what one's answer means for the others, the session decides.
package final class OpenApplicationService: Sendable {
  /// What became of a wish.
  package enum Outcome: Hashable, Sendable {
    /// The person authenticated and the app has been started with the activity.
    case opened
    /// The person did not authenticate.
    case authenticationFailed
    /// There is no app to open.
    case applicationNotFound
    /// An earlier wish has opened the app.
    case superseded
    /// The host could not start it.
    case failed
  }

  /// Authenticates and opens; calls back exactly once, from any thread.
  package typealias Opener =
    @Sendable (_ activity: ActivityMessage, _ done: @escaping @Sendable (Outcome) -> Void) -> Void

  /// How many wishes may be open at once.
  package static let mostOpen = 4

  private let opener: Opener
  private let open = Mutex(0)

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
  /// - Returns: `false` when too many earlier wishes are still open; nothing happens then.
  package func open(
    _ activity: ActivityMessage, then done: @escaping @Sendable (Outcome) -> Void
  ) -> Bool {
    let isTaken = open.withLock { open in
      guard open < Self.mostOpen else { return false }
      open += 1
      return true
    }
    guard isTaken else { return false }
    let latch = Latch()
    opener(activity) { [self] outcome in
      guard latch.close() else { return }
      open.withLock { $0 -= 1 }
      done(outcome)
    }
    return true
  }
}
