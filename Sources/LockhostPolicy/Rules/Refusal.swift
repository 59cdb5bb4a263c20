// SPDX-License-Identifier: MIT

/// How a call that no rule admits is answered.
public enum Refusal: Hashable, Sendable {
  /// The call fails with this error and nobody is told: for calls that every program tries and can
  /// do without.
  case errno(ErrorNumber)
  /// The call fails with this error and is recorded: for calls that a well-meaning library may try.
  case report(ErrorNumber)
  /// The call is recorded and the whole guest dies: for calls that only an attacker makes.
  case kill

  /// The refusal as a policy spells it, after the names of the calls.
  public var text: String {
    switch self {
    case .errno(let number): "errno \(number)"
    case .report(let number): "errno \(number) report"
    case .kill: "kill"
    }
  }
}
