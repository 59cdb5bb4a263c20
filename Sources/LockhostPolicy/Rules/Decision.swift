// SPDX-License-Identifier: MIT

/// What a policy says about one call, and which rule says it.
public enum Decision: Hashable, Sendable {
  /// A rule admits the call.
  case allowed(rule: String)
  /// No rule admits the call.
  case refused(Refusal, rule: String)
  /// The call came through a calling convention that no policy admits.
  case foreign(rule: String)

  /// The rule, as the policy spells it.
  public var rule: String {
    switch self {
    case .allowed(let rule), .refused(_, let rule), .foreign(let rule): rule
    }
  }

  /// Whether the call is made.
  public var isAllowed: Bool {
    if case .allowed = self { true } else { false }
  }
}
