// SPDX-License-Identifier: MIT

/// What a press starts, and every rule that led there.
public struct LaunchDecision: Codable, Hashable, Sendable {
  /// What is started.
  public enum Target: String, CaseIterable, Codable, Hashable, Sendable {
    /// The capture extension, in its sandbox.
    case `extension`
    /// The app itself.
    case app
    /// Nothing.
    case nothing
  }

  /// What is started.
  public let target: Target
  /// Whether the person must authenticate before the target is started.
  public let requiresAuthentication: Bool
  /// The code of the article about a decision that is not the ordinary one (`LHnnnn`).
  @NullWhenNil public var code: String?
  /// Every rule, in the order in which they are looked at.
  public let rules: [RuleOutcome]

  /// Creates a decision.
  ///
  /// Callers use ``decide(_:)``.
  public init(
    target: Target, requiresAuthentication: Bool, code: String?, rules: [RuleOutcome]
  ) {
    self.target = target
    self.requiresAuthentication = requiresAuthentication
    self._code = NullWhenNil(wrappedValue: code)
    self.rules = rules
  }

  /// The rule that settled the decision.
  public var settledBy: RuleOutcome? {
    rules.first { $0.outcome == .failed || $0.outcome == .decided }
  }

  /// The decision as one sentence: what is started, and why.
  public var summary: String {
    let what =
      switch target {
      case .extension: "the capture extension starts"
      case .app where requiresAuthentication: "the device asks to unlock, then the app opens"
      case .app: "the app opens"
      case .nothing: "nothing starts"
      }
    guard let settledBy else { return what }
    return "\(what): \(settledBy.detail) (\(settledBy.id))"
  }

  /// Decides what a press starts.
  ///
  /// A pure function. The rules are looked at in order; the first that is not met, or that settles
  /// the matter, ends the search, and all later ones are reported as not reached.
  public static func decide(_ input: DecisionInput) -> LaunchDecision {
    var verdict: LaunchRule.Verdict?
    var outcomes: [RuleOutcome] = []
    for rule in LaunchRule.ordered {
      guard verdict == nil else {
        outcomes.append(
          RuleOutcome(id: rule.id, title: rule.title, outcome: .notReached, detail: ""))
        continue
      }
      let finding = rule.evaluate(input)
      verdict = finding.verdict
      outcomes.append(
        RuleOutcome(
          id: rule.id, title: rule.title, outcome: finding.outcome, detail: finding.detail))
    }
    return LaunchDecision(
      target: verdict?.target ?? .nothing,
      // Nobody is asked twice: in `authenticated` the face has matched already.
      requiresAuthentication: verdict?.target == .app && input.lockState == .locked,
      code: verdict?.code?.rawValue, rules: outcomes)
  }
}
