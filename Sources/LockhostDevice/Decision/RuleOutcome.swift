// SPDX-License-Identifier: MIT

/// One rule of a launch decision, and what came of it.
public struct RuleOutcome: Codable, Hashable, Sendable {
  /// What came of a rule.
  public enum Outcome: String, CaseIterable, Codable, Hashable, Sendable {
    /// Met; the next rule was looked at.
    case passed
    /// Not met, which settled the decision.
    case failed
    /// Settled the decision in the ordinary way.
    case decided
    /// Never looked at: an earlier rule had settled the decision.
    case notReached = "not-reached"
  }

  /// A stable name: `permission.camera`.
  public let id: String
  /// What the rule asks for, in one sentence.
  public let title: String
  /// What came of it.
  public let outcome: Outcome
  /// What the rule looked at and found.
  ///
  /// Empty when it was not reached.
  public let detail: String

  /// Creates an outcome.
  public init(id: String, title: String, outcome: Outcome, detail: String) {
    self.id = id
    self.title = title
    self.outcome = outcome
    self.detail = detail
  }
}
