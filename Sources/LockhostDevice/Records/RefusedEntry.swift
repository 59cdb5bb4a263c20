// SPDX-License-Identifier: MIT

/// Something in a session folder that did not arrive in the app's container.
public struct RefusedEntry: Codable, Hashable, Sendable {
  /// Its path inside the session folder.
  ///
  /// Bytes that are not UTF-8 are escaped: `\xFF`.
  public var name: String
  /// What it was: `symbolic-link`, `fifo`, `socket`, `device`, `file`, `directory`, ….
  public var kind: String
  /// Why it did not arrive, as a sentence for people.
  public var reason: String

  /// Creates an entry.
  public init(name: String, kind: String, reason: String) {
    self.name = name
    self.kind = kind
    self.reason = reason
  }
}
