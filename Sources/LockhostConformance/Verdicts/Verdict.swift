// SPDX-License-Identifier: MIT

/// What is known of one promise after its probes have run.
package struct Verdict: Hashable, Sendable {
  /// The outcome.
  package enum Outcome: String, Codable, Hashable, Sendable {
    /// Every call was satisfied, and every control showed that it means something.
    case passed
    /// A call was not satisfied, or a canary was touched.
    case failed
    /// As `failed`, at a tier for which that is documented.
    case documented
    /// Nothing can be said: a control failed, a probe did not answer, the launcher did not start it.
    case inconclusive
    /// It was not asked, for a reason that is known beforehand.
    case skipped
    /// Only reported.
    case reported
  }

  /// The promise.
  package var promise: Promise
  /// The outcome.
  package var outcome: Outcome
  /// Why, in one line; empty for a pass.
  package var reason: String
  /// Who answered, over all calls.
  package var layers: Set<Layer>
  /// What was seen, call by call.
  package var results: [CallResult]

  /// Puts a verdict together.
  package init(
    _ promise: Promise, _ outcome: Outcome, reason: String = "", layers: Set<Layer> = [],
    results: [CallResult] = []
  ) {
    self.promise = promise
    self.outcome = outcome
    self.reason = reason
    self.layers = layers
    self.results = results
  }
}
