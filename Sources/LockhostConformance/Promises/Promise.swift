// SPDX-License-Identifier: MIT

package import LockhostSandbox

/// A sentence about a sandbox that probes prove, with an id that stays.
package struct Promise: Hashable, Sendable, Identifiable {
  /// What the sentence says, and so what a failure means.
  package enum Kind: String, Codable, Hashable, Sendable {
    /// Something is refused. Passed only if the same works where it is not refused.
    case refusal
    /// Something works, so that a sandbox which refuses everything fails.
    case work
    /// What can be learned inside; told, scored as nothing, and never failed.
    case report
  }

  /// How much a broken promise costs: its weight in the score.
  package enum Severity: Int, Codable, Hashable, Sendable {
    case low = 1
    case medium = 2
    case high = 3
  }

  /// `LH-NET-002`: never given to another promise, not even when this one is gone.
  package var id: String
  /// What it is about.
  package var group: PromiseGroup
  /// The sentence, without a full stop: "The guest cannot open a network socket".
  package var sentence: String
  /// Why it matters, in whole sentences.
  package var why: String
  /// CVEs and other places where the hole was real.
  package var references: [String]
  /// What to do where it does not hold.
  package var fix: String
  /// What kind of sentence it is.
  package var kind: Kind
  /// Its weight.
  package var severity: Severity
  /// The tiers of lockhost at which it is documented not to hold, and why not.
  package var exceptions: [SandboxTier: TierException]
  /// What the machine or the launcher must have for the promise to mean anything.
  package var needs: [HostNeed]
  /// What proves it: each call must be satisfied.
  ///
  /// Calls of one promise are siblings, other ways to the
  /// same thing, and one that answers otherwise than the rest is named in the verdict.
  package var calls: [ProbeCall]

  /// Writes a promise down.
  package init(
    _ id: String, _ group: PromiseGroup, _ sentence: String, why: String,
    references: [String] = [], fix: String, kind: Kind = .refusal, severity: Severity = .medium,
    exceptions: [SandboxTier: TierException] = [:], needs: [HostNeed] = [], calls: [ProbeCall]
  ) {
    self.id = id
    self.group = group
    self.sentence = sentence
    self.why = why
    self.references = references
    self.fix = fix
    self.kind = kind
    self.severity = severity
    self.exceptions = exceptions
    self.needs = needs
    self.calls = calls
  }
}
