// SPDX-License-Identifier: MIT

/// Policies that `include` can name.
public struct PolicyLibrary: Hashable, Sendable {
  private var texts: [String: String]

  /// Makes a library from texts, by name.
  ///
  /// A text is parsed when something includes it.
  public init(texts: [String: String]) { self.texts = texts }

  /// The policies that come with lockhost.
  public static let builtIn = PolicyLibrary(texts: BuiltInPolicies.texts)

  /// The names, in order.
  public var names: [String] { texts.keys.sorted() }

  /// Adds a policy, or replaces the one of that name.
  public mutating func add(_ name: String, text: String) { texts[name] = text }

  /// Whether there is a policy of this name.
  public func contains(_ name: String) -> Bool { texts[name] != nil }

  /// Reads a policy.
  ///
  /// - Throws: `PolicyError` when there is none of this name or its text is wrong.
  public func policy(named name: String) throws(PolicyError) -> Policy {
    try source(name, checking: true).policy
  }

  /// Reads a policy with its lines.
  ///
  /// - Parameter checking: Whether to follow its includes, which the resolver does itself.
  func source(_ name: String, checking: Bool) throws(PolicyError) -> PolicySource {
    guard let text = texts[name] else {
      throw PolicyError(
        .unknownPolicy, text: name, suggestion: Spelling.nearest(to: name, in: names))
    }
    return try PolicySource(parsing: text, library: self, checking: checking)
  }
}
