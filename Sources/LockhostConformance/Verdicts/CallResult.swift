// SPDX-License-Identifier: MIT

/// What was seen of one call: the evidence of a verdict.
package struct CallResult: Hashable, Sendable {
  /// What a call says of its promise.
  package enum Judgement: String, Codable, Hashable, Sendable {
    case satisfied, broken, inconclusive
  }

  /// The probe's command line with its placeholders.
  package var call: String
  /// What the sandboxed probe came to.
  package var inside: Answer
  /// What the control came to; nil where there is none.
  package var control: Answer?
  /// What the same came to with its layer taken away; nil where that was not tried.
  package var ablated: Answer?
  /// Canaries that were touched by the sandboxed probe, with what they saw.
  package var touched: [Canary: String]
  /// Who answered.
  package var layers: Set<Layer>
  /// What it says of the promise.
  package var judgement: Judgement
  /// Why, where it is not satisfied.
  package var reason: String
  /// From the start of the launcher to its end.
  package var duration: Duration

  /// Puts a result together.
  package init(
    call: String, inside: Answer, control: Answer? = nil, ablated: Answer? = nil,
    touched: [Canary: String] = [:], layers: Set<Layer> = [],
    judgement: Judgement, reason: String = "", duration: Duration = .zero
  ) {
    self.call = call
    self.inside = inside
    self.control = control
    self.ablated = ablated
    self.touched = touched
    self.layers = layers
    self.judgement = judgement
    self.reason = reason
    self.duration = duration
  }
}
