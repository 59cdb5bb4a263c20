// SPDX-License-Identifier: MIT

/// What a policy answers for one call, for which arguments, and by which line.
public struct CallExplanation: Hashable, Sendable {
  /// The call.
  public let call: Syscall
  /// What admits it, in the policy's order.
  public let admissions: [Admission]
  /// How it is answered where nothing admits it; nil when everything is admitted.
  public let refusal: RefusalLine?
  /// Intents that admit the call, whether or not this policy grants them.
  public let intents: [Intent]
  /// The groups that it belongs to.
  public let groups: [CallGroup]

  /// One rule that admits the call.
  public struct Admission: Hashable, Sendable {
    /// The condition, or nil for all arguments.
    public let condition: String?
    /// The intent that brought it in, if any.
    public let intent: String?
    /// Why, where it is dangerous.
    public let reason: String?
    /// Where it stands.
    public let origin: RuleOrigin
  }

  /// How the call is refused.
  public struct RefusalLine: Hashable, Sendable {
    /// The answer.
    public let refusal: Refusal
    /// The rule in words.
    public let rule: String
    /// Where it stands; nil for what holds without a line.
    public let origin: RuleOrigin?
  }

  /// Explains one call.
  public init(of call: Syscall, in outline: PolicyOutline) {
    self.call = call
    let rules = outline.rules[call.number] ?? []
    var seen: Set<Admission> = []
    admissions = rules.map { rule in
      Admission(
        condition: rule.admission.isUnconditional ? nil : rule.condition?.text,
        intent: rule.intent, reason: rule.reason, origin: rule.origin)
    }.filter { seen.insert($0).inserted }
    if rules.contains(where: \.admission.isUnconditional) {
      refusal = nil
    } else if let named = outline.table.refusals[call.number] {
      refusal = RefusalLine(
        refusal: named.refusal, rule: named.rule, origin: outline.refusalOrigins[call.number])
    } else {
      let fallback = outline.table.fallback
      refusal = RefusalLine(
        refusal: fallback, rule: "default \(fallback.text)", origin: outline.fallbackOrigin)
    }
    intents = Intent.all.filter { intent in
      guard let members = try? intent.admissions() else { return false }
      return members.contains { $0.number == call.number }
    }
    groups = CallGroup.all.filter { $0.callNames.contains(call.name) }
  }

  /// Finds a call by its name, or by its number in decimal or hexadecimal.
  ///
  /// - Throws: `PolicyError` with the nearest known name.
  public static func call(spelled word: String) throws(PolicyError) -> Syscall {
    if let call = Syscall.named(word) { return call }
    let number =
      word.hasPrefix("0x") ? UInt32(word.dropFirst(2), radix: 16) : UInt32(word)
    if let call = number.flatMap(Syscall.numbered) { return call }
    throw PolicyError(
      .unknownName, text: word, suggestion: Spelling.nearest(to: word, in: Syscall.names))
  }
}
