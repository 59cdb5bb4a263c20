// SPDX-License-Identifier: MIT

/// A verdict as reports have it: everything that a reader needs, without the catalogue.
package struct VerdictRecord: Codable, Hashable, Sendable {
  /// One call, as it was seen.
  package struct Call: Codable, Hashable, Sendable {
    package var call: String
    package var judgement: CallResult.Judgement
    package var inside: String
    package var control: String?
    package var ablated: String?
    package var touched: [String: String]?
    package var layers: [Layer]
    package var reason: String?
  }

  package var id: String
  package var group: PromiseGroup
  package var sentence: String
  package var kind: Promise.Kind
  package var weight: Int
  package var outcome: Verdict.Outcome
  package var reason: String?
  /// Who answered, in a fixed order.
  package var layers: [Layer]
  package var calls: [Call]
  package var why: String
  package var fix: String
  package var references: [String]
  /// The sum over its calls; the one field that differs from run to run.
  package var milliseconds: Int

  /// Records a verdict.
  package init(_ verdict: Verdict) {
    let promise = verdict.promise
    id = promise.id
    group = promise.group
    sentence = promise.sentence
    kind = promise.kind
    weight = promise.severity.rawValue
    outcome = verdict.outcome
    reason = verdict.reason.isEmpty ? nil : verdict.reason
    layers = Self.ordered(verdict.layers)
    calls = verdict.results.map { result in
      Call(
        call: result.call, judgement: result.judgement, inside: result.inside.text,
        control: result.control?.text, ablated: result.ablated?.text,
        touched: result.touched.isEmpty
          ? nil
          : Dictionary(uniqueKeysWithValues: result.touched.map { ($0.key.rawValue, $0.value) }),
        layers: Self.ordered(result.layers), reason: result.reason.isEmpty ? nil : result.reason)
    }
    why = promise.why
    fix = promise.fix
    references = promise.references
    milliseconds = verdict.results.reduce(0) { $0 + Int($1.duration / .milliseconds(1)) }
  }

  private static func ordered(_ layers: Set<Layer>) -> [Layer] {
    Layer.allCases.filter(layers.contains)
  }
}
