// SPDX-License-Identifier: MIT

/// What the session does with content folders when a guest asks: closures that call back.
///
/// Called on the session's loop and must not block; each calls back exactly once, from any thread.
package struct SessionContentAccess: Sendable {
  /// What became of the wish to remove content.
  package enum Outcome: Hashable, Sendable {
    /// It is gone.
    case removed
    /// There is no such folder, or it is not the guest's.
    case notFound
    /// A session that still runs writes it.
    case live(String)
    /// The host could not remove it.
    case failed
  }

  let emptyOwn: @Sendable (@escaping @Sendable (Outcome) -> Void) -> Void
  let remove: @Sendable (_ path: String, @escaping @Sendable (Outcome) -> Void) -> Void

  /// Makes access to content folders.
  ///
  /// - Parameters:
  ///   - emptyOwn: Empties the folder of the running session.
  ///   - remove: Removes a folder that was handed over to the app, by the path that the app knows.
  ///     The path is a guest's word: it must be looked up among what was handed over, never opened.
  package init(
    emptyOwn: @escaping @Sendable (@escaping @Sendable (Outcome) -> Void) -> Void,
    remove: @escaping @Sendable (_ path: String, @escaping @Sendable (Outcome) -> Void) -> Void
  ) {
    self.emptyOwn = emptyOwn
    self.remove = remove
  }
}
