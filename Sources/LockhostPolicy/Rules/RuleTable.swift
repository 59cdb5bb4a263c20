// SPDX-License-Identifier: MIT

/// A policy with every name resolved: what it says about each call, by number.
///
/// A call is admitted when any of its admissions matches; the order of the policy's lines does not
/// matter. Everything else of that call gets its refusal, or the default where it has none. A number
/// that the table of calls does not know is answered `ENOSYS`, so that programs fall back.
public struct RuleTable: Hashable, Sendable {
  /// The policy's name.
  public let name: String
  /// What admits calls, by number.
  public let admissions: [UInt32: [Admission]]
  /// How the calls with a refusal of their own are refused, by number.
  public let refusals: [UInt32: NamedRefusal]
  /// How known calls are refused that the policy says nothing about.
  public let fallback: Refusal
  /// The dangerous things that the policy grants, with the reasons it gives.
  public let grants: [Grant]
  /// Whether it is the form in which the policy holds in the tier `floor`.
  public internal(set) var isForFloor = false

  /// Rules that admit nothing.
  package init(refusingAllOf name: String) {
    self.name = name
    (admissions, refusals, grants) = ([:], [:], [])
    fallback = .report(.notPermitted)
  }

  init(
    name: String, admissions: [UInt32: [Admission]], refusals: [UInt32: NamedRefusal],
    fallback: Refusal, grants: [Grant]
  ) {
    self.name = name
    self.admissions = admissions
    self.refusals = refusals
    self.fallback = fallback
    self.grants = grants
  }

  /// One way for a call to be admitted.
  public struct Admission: Hashable, Sendable {
    /// Any of these lists of tests admits the call, all of whose tests pass.
    ///
    /// An empty list always passes.
    public let alternatives: [[ArgumentTest]]
    /// The rule in words, with the intent that it came from.
    public let rule: String

    /// Whether a call passes.
    public func matches(_ arguments: [UInt64]) -> Bool {
      alternatives.contains { tests in tests.allSatisfy { $0.matches(arguments) } }
    }
  }

  /// How a call is refused, and which rule says so.
  public struct NamedRefusal: Hashable, Sendable {
    /// The answer.
    public let refusal: Refusal
    /// The rule in words.
    public let rule: String
  }

  /// A dangerous thing that a policy grants.
  public struct Grant: Hashable, Sendable {
    /// The token: an intent's name or a call's.
    public let name: String
    /// Why, in the author's words.
    public let reason: String
  }

  /// What the policy says about one call.
  public func decision(for call: SyscallInvocation) -> Decision {
    guard call.architecture == .x86_64 else {
      return .foreign(rule: "only 64-bit calls")
    }
    // -1 is what a debugger puts there to skip a call; it is no x32 call.
    guard call.number < 0x4000_0000 || call.number == .max else {
      return .foreign(rule: "no x32 calls")
    }
    for admission in admissions[call.number] ?? [] where admission.matches(call.arguments) {
      return .allowed(rule: admission.rule)
    }
    if let refusal = refusals[call.number] {
      return .refused(refusal.refusal, rule: refusal.rule)
    }
    guard Syscall.numbered(call.number) != nil else {
      return .refused(.errno(.notImplemented), rule: "unknown calls errno ENOSYS")
    }
    return .refused(fallback, rule: "default \(fallback.text)")
  }
}
