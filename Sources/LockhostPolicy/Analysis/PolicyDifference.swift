// SPDX-License-Identifier: MIT

/// What two policies answer differently: calls and arguments, not lines.
///
/// Empty when no program could tell the policies apart. Reasons, names and the order of lines do not
/// count.
public struct PolicyDifference: Hashable, Sendable {
  /// What is admitted by one of the two only, by call.
  public let admissions: [Admission]
  /// What both refuse, at least for some arguments, in different ways.
  public let refusals: [RefusalChange]

  /// Which of the two policies.
  public enum Side: String, Hashable, Sendable {
    /// The first one.
    case first
    /// The second one.
    case second
  }

  /// Something that one of the two admits and the other refuses.
  public struct Admission: Hashable, Sendable {
    /// The call.
    public let call: Syscall
    /// Which policy admits it.
    public let side: Side
    /// The rules of that policy that reach beyond the other, as it spells them.
    public let rules: [String]
    /// Whether the other policy admits the call with no arguments at all.
    public let isNew: Bool
    /// Registers that one admits and the other refuses.
    public let example: [UInt64]
    /// How the other one answers the example.
    public let refusal: Refusal
  }

  /// Calls that both refuse, but not in the same way.
  public struct RefusalChange: Hashable, Sendable {
    /// How the first policy answers.
    public let first: Refusal
    /// How the second policy answers.
    public let second: Refusal
    /// The calls.
    public let calls: [Syscall]
  }

  /// Whether no program could tell the policies apart.
  public var isEmpty: Bool { admissions.isEmpty && refusals.isEmpty }

  /// Compares two policies.
  public init(from first: RuleTable, to second: RuleTable) {
    var admissions: [Admission] = []
    var changes: [[Refusal]: [Syscall]] = [:]
    for call in Syscall.all {
      let one = first.admissions[call.number] ?? []
      let other = second.admissions[call.number] ?? []
      admissions += Self.beyond(one, than: other, of: call, .first, refusedBy: second)
      admissions += Self.beyond(other, than: one, of: call, .second, refusedBy: first)
      guard !one.contains(where: \.isUnconditional), !other.contains(where: \.isUnconditional)
      else { continue }
      let answers = [first.refusal(of: call), second.refusal(of: call)]
      if answers[0] != answers[1] { changes[answers, default: []].append(call) }
    }
    self.admissions = admissions
    refusals = changes.map { RefusalChange(first: $0[0], second: $0[1], calls: $1) }
      .sorted { $0.first.text + $0.second.text < $1.first.text + $1.second.text }
  }

  private static func beyond(
    _ wide: [RuleTable.Admission], than narrow: [RuleTable.Admission], of call: Syscall,
    _ side: Side, refusedBy other: RuleTable
  ) -> [Admission] {
    guard !narrow.contains(where: \.isUnconditional), wide != narrow else { return [] }
    let refused = ArgumentRegion(narrow.flatMap(\.alternatives))
    var rules: [String] = []
    var example: [UInt64]?
    for admission in wide {
      let rest = ArgumentRegion(admission.alternatives).subtracting(refused)
      guard let registers = rest.example else { continue }
      example = example ?? registers
      if !rules.contains(admission.rule) { rules.append(admission.rule) }
    }
    guard let example else { return [] }
    return [
      Admission(
        call: call, side: side, rules: rules, isNew: narrow.isEmpty, example: example,
        refusal: other.refusal(of: call))
    ]
  }
}

extension RuleTable {
  /// How a known call is answered where no rule admits it.
  func refusal(of call: Syscall) -> Refusal { refusals[call.number]?.refusal ?? fallback }
}
