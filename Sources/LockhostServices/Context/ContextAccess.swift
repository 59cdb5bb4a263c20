// SPDX-License-Identifier: MIT

/// Where intents' contexts are kept: two closures over a store.
///
/// Both may block; they are called on the service's own queue.
package struct ContextAccess: Sendable {
  let read: @Sendable (_ intent: String) throws -> [UInt8]?
  let write: @Sendable (_ intent: String, _ data: [UInt8]?) throws -> Void

  /// Makes access to a store.
  ///
  /// - Parameters:
  ///   - read: The context of an intent, by the name of its type; `nil` when there is none.
  ///   - write: Replaces the context of an intent; `nil` removes it.
  package init(
    read: @escaping @Sendable (_ intent: String) throws -> [UInt8]?,
    write: @escaping @Sendable (_ intent: String, _ data: [UInt8]?) throws -> Void
  ) {
    self.read = read
    self.write = write
  }
}
