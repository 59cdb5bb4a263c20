// SPDX-License-Identifier: MIT

/// A whole run: what it ran on, and every verdict in the catalogue's order.
package struct ConformanceReport: Hashable, Sendable {
  /// The run.
  package var run: RunRecord
  /// The verdicts.
  package var verdicts: [VerdictRecord]

  /// Puts a report together.
  package init(run: RunRecord, verdicts: [VerdictRecord]) {
    self.run = run
    self.verdicts = verdicts
  }

  /// The verdicts with these outcomes.
  package func with(_ outcomes: Verdict.Outcome...) -> [VerdictRecord] {
    verdicts.filter { outcomes.contains($0.outcome) }
  }

  /// How many passed.
  package var passed: Int { with(.passed).count }
  /// How many failed: those that nothing can be said of are not passed, and count here.
  package var failed: Int { with(.failed, .inconclusive).count }
  /// How many were not asked, only reported, or are documented not to hold at this tier.
  package var skipped: Int { with(.skipped, .documented, .reported).count }

  /// What share of the promises was proved, by weight, from 0 to 10.
  ///
  /// What is inconclusive is not proved; what is documented not to hold does not hold. Skipped and
  /// reported promises do not count.
  package var score: Double {
    let asked = with(.passed, .failed, .documented, .inconclusive)
    let total = asked.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return 0 }
    let kept = with(.passed).reduce(0) { $0 + $1.weight }
    // Rounded down: a 10 is a run without a single failure.
    return (100 * Double(kept) / Double(total)).rounded(.down) / 10
  }

  /// `N passed, N failed, N skipped`.
  package var closingLine: String { "\(passed) passed, \(failed) failed, \(skipped) skipped" }
}
