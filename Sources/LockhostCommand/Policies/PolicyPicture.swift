// SPDX-License-Identifier: MIT

import LockhostPolicy

/// A policy as written and as resolved, for `policy show`.
struct PolicyPicture: Encodable {
  /// A call that is admitted.
  struct Allowed: Encodable {
    let syscall: String
    /// The conditions, any of which is enough; `nil` for all arguments.
    let conditions: [String]?
  }

  let schema = "lockhost.policy/1"
  let name: String
  let summary: String?
  let text: String
  let allowed: [Allowed]
  /// The calls that are refused, by the answer; those with a condition stand here too.
  let refused: [String: [String]]
  let fallback: String
  let grants: [GrantRecord]
  let exposure: Double
  let rating: String
  var disassembly: [String]?

  /// The intents granted, in the table's order.
  private let intents: [Intent]
  /// Calls admitted by lines of their own.
  private let direct: [String]
  private let known: Int

  private enum CodingKeys: String, CodingKey {
    case schema, name, summary, text, allowed, refused, fallback = "default", grants, exposure
    case rating, disassembly
  }

  init(_ source: PolicySource, _ outline: PolicyOutline) {
    let policy = source.policy
    let table = outline.table
    name = policy.name
    summary = policy.summary
    text = source.text.hasSuffix("\n") ? source.text : source.text + "\n"
    var allowed: [Allowed] = []
    var refused: [String: [String]] = [:]
    var direct: [String] = []
    var intents: Set<String> = []
    for call in Syscall.all.sorted(by: { $0.name < $1.name }) {
      let rules = outline.rules[call.number] ?? []
      let isWhole = rules.contains(where: \.admission.isUnconditional)
      if !rules.isEmpty {
        var seen: Set<String> = []
        let conditions = rules.compactMap { $0.condition?.text }.filter {
          seen.insert($0).inserted
        }
        allowed.append(Allowed(syscall: call.name, conditions: isWhole ? nil : conditions))
        intents.formUnion(rules.compactMap(\.intent))
        if rules.contains(where: { $0.intent == nil }) { direct.append(call.name) }
      }
      if !isWhole {
        let answer = table.refusals[call.number]?.refusal ?? table.fallback
        refused[answer.text, default: []].append(call.name)
      }
    }
    self.allowed = allowed
    self.refused = refused
    self.direct = direct
    self.intents = Intent.all.filter { intents.contains($0.name) }
    known = Syscall.all.count
    fallback = table.fallback.text
    grants = table.grants.map(GrantRecord.init)
    let exposure = Exposure(of: table)
    self.exposure = exposure.score.rounded(toPlaces: 2)
    rating = exposure.rating.rawValue
  }

  /// The policy for people; fits on a screen unless every call is asked for.
  func lines(_ terminal: Terminal, everyCall: Bool) -> [String] {
    func heading(_ text: String) -> String { terminal.paintOutput(text, .strong) }
    let conditional = allowed.count { $0.conditions != nil }
    var lines = [heading("As written")]
    lines += text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map { "  " + FailureText.printable(String($0)) }
    lines += [
      "",
      heading(
        "Allowed: \(allowed.count) of \(known) calls, \(conditional) of them for some arguments"),
    ]
    if everyCall {
      lines += allowed.flatMap { call in
        call.conditions.map { $0.map { "  \(call.syscall): \($0)" } } ?? ["  \(call.syscall)"]
      }
    } else {
      lines += HelpText.columns(
        intents.map { ($0.name + ($0.isDangerous ? " (dangerous)" : ""), $0.summary) })
      if !direct.isEmpty { lines += Self.list("by name", direct, limit: 24) }
    }
    for grant in grants { lines.append("  because  \(grant.name): \(grant.reason)") }
    lines += ["", heading("Refused: everything else")]
    for (answer, calls) in refused.sorted(by: { $0.value.count > $1.value.count }) {
      let mark = answer == fallback ? " (default)" : ""
      lines += Self.list("\(answer)\(mark)", calls, limit: everyCall ? .max : 8)
    }
    lines += [
      "", "Exposure \(exposure.tenths) of 10, \(rating); `lockhost policy score` says why.",
    ]
    return lines + (disassembly.map { ["", heading("Filter")] + $0.map { "  " + $0 } } ?? [])
  }

  private static func list(_ title: String, _ names: [String], limit: Int) -> [String] {
    var shown = names.prefix(limit).joined(separator: " ")
    if names.count > limit { shown += " and \(names.count - limit) more" }
    return Wrapping.lines("\(title), \(names.count): \(shown)", width: HelpText.width - 6)
      .enumerated().map { ($0 == 0 ? "  " : "      ") + $1 }
  }
}

/// A dangerous grant as `--json` has it.
struct GrantRecord: Encodable {
  let name: String
  let reason: String

  init(_ grant: RuleTable.Grant) {
    name = grant.name
    reason = grant.reason
  }
}

extension Double {
  /// The number with one digit after the point.
  var tenths: String {
    let rounded = Int((self * 10).rounded())
    return "\(rounded / 10).\(rounded % 10)"
  }

  func rounded(toPlaces places: Int) -> Double {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    return (self * scale).rounded() / scale
  }
}
