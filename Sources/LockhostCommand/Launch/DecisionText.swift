// SPDX-License-Identifier: MIT

import LockhostDevice

/// A decision for people and for `--dry-run --json`.
enum DecisionText {
  /// One line for each rule, in order, with its outcome and what it looked at.
  static func lines(
    _ decision: LaunchDecision, paint: (String, Terminal.Tone) -> String
  ) -> [String] {
    let width = (decision.rules.map(\.title.count).max() ?? 0) + 2
    return decision.rules.map { rule in
      let (word, tone): (String, Terminal.Tone) =
        switch rule.outcome {
        case .passed: ("ok", .good)
        case .failed: ("NO", .bad)
        case .decided: ("decides", .strong)
        case .notReached: ("-", .faint)
        }
      let detail = rule.outcome == .notReached ? "not reached" : rule.detail
      return paint(word.padded(to: 8), tone) + rule.title.padded(to: width)
        + FailureText.printable(detail)
    }
  }
}

/// What `launch --dry-run --json` prints.
struct DecisionRecord: Encodable {
  let schema = "lockhost.decision/1"
  let decision: LaunchDecision
  let policy: String
  let requirementMet: Bool
}
