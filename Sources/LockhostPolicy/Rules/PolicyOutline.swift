// SPDX-License-Identifier: MIT

/// A resolved policy, rule by rule, each with the line that it comes from.
public struct PolicyOutline: Hashable, Sendable {
  /// The rules by number, as filters are made from them.
  public let table: RuleTable
  /// What admits calls, by number.
  public let rules: [UInt32: [Rule]]
  /// Where the refusals in `table` stand, by number.
  public let refusalOrigins: [UInt32: RuleOrigin]
  /// Where the default stands; nil when no line says it.
  public let fallbackOrigin: RuleOrigin?

  /// One rule that admits a call.
  public struct Rule: Hashable, Sendable {
    /// What it admits.
    public let admission: RuleTable.Admission
    /// The condition as written; nil for all arguments.
    public let condition: Condition?
    /// The intent that brought it in, or nil for a line about the call itself.
    public let intent: String?
    /// Why, where it is dangerous.
    public let reason: String?
    /// Where it stands.
    public let origin: RuleOrigin
  }
}

/// Where a rule stands.
public struct RuleOrigin: Hashable, Sendable {
  /// The policy that says it: the one asked about, or one that it includes.
  public let policy: String
  /// The line in that policy's text, from 1; nil for a policy that was not read from text.
  public let line: Int?
  /// Which statement of the outermost policy brought it in, from 0.
  let statement: Int

  /// The place in words: `base, line 4`.
  public var text: String { policy + (line.map { ", line \($0)" } ?? "") }
}
