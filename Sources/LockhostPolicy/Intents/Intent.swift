// SPDX-License-Identifier: MIT

/// Something that a guest may want to do, and the calls that it needs for it.
///
/// The calls are written in the policy language itself, one a line. Each member's documentation
/// lists them too; a test compares the two.
public struct Intent: Hashable, Sendable {
  /// The word after `allow`.
  public let name: String
  /// One sentence for people: what the guest can do with it.
  public let summary: String
  /// The rules, in the policy language: names of calls, or `NAME: CONDITION`.
  let rules: String
  /// Whether granting it needs a reason.
  public let isDangerous: Bool

  init(_ name: String, _ summary: String, isDangerous: Bool = false, rules: String) {
    self.name = name
    self.summary = summary
    self.isDangerous = isDangerous
    self.rules = rules
  }

  /// Finds an intent by its word.
  public init?(named name: String) {
    guard let intent = Self.all.first(where: { $0.name == name }) else { return nil }
    self = intent
  }

  /// Two intents with the same word are the same: words are unique.
  public static func == (one: Intent, other: Intent) -> Bool { one.name == other.name }

  /// Hashes the word.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// An intent that weakens the sandbox itself.
///
/// It is a type of its own so that it cannot be granted without a reason, and so that every grant
/// of one can be searched for.
public struct DangerousIntent: Hashable, Sendable {
  /// The intent behind the token.
  public let intent: Intent

  init(_ intent: Intent) { self.intent = intent }
}
