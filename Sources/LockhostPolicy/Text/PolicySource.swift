// SPDX-License-Identifier: MIT

/// A policy together with its text and the place of each of its statements.
public struct PolicySource: Hashable, Sendable {
  /// The policy.
  public let policy: Policy
  /// The text that it was read from.
  public let text: String
  /// The line of each statement, from 1.
  public let lines: [Int]
  /// The column in characters of what each statement is about, from 1.
  public let columns: [Int]
  /// Where its includes are found.
  public let library: PolicyLibrary

  /// Reads the text form.
  ///
  /// - Parameters:
  ///   - text: The policy.
  ///   - library: Where `include` finds other policies.
  /// - Throws: What `Policy(parsing:)` throws.
  public init(parsing text: String, library: PolicyLibrary = .builtIn) throws(PolicyError) {
    try self.init(parsing: text, library: library, checking: true)
  }

  /// Reads a built-in policy.
  ///
  /// - Throws: `PolicyError` when there is none of this name.
  public init(builtIn name: String) throws(PolicyError) {
    self = try PolicyLibrary.builtIn.source(name, checking: true)
  }

  init(parsing text: String, library: PolicyLibrary, checking: Bool) throws(PolicyError) {
    var parser = PolicyParser(text: text, library: library)
    policy = try parser.parsePolicy(checking: checking)
    lines = parser.places.map(\.line)
    columns = parser.places.map(\.column)
    self.text = text
    self.library = library
  }

  /// The policy with every name resolved, rule by rule.
  ///
  /// - Throws: What reading it has thrown before, so nothing for a policy that was read whole.
  public func outline() throws(PolicyError) -> PolicyOutline { try outline(without: []) }

  /// The same without some of its statements.
  func outline(without left: Set<Int>) throws(PolicyError) -> PolicyOutline {
    var kept = policy
    kept.statements = []
    var numbers: [Int] = []
    for (index, statement) in policy.statements.enumerated() where !left.contains(index) {
      kept.statements.append(statement)
      numbers.append(lines[index])
    }
    var resolver = PolicyResolver(library: library)
    do throws(PolicyResolver.Failure) {
      try resolver.add(kept, lines: numbers)
    } catch {
      throw error.error
    }
    return resolver.outline(named: policy.name)
  }
}
