// SPDX-License-Identifier: MIT

/// Puts the statements of a policy and of what it includes together into rules by number.
struct PolicyResolver {
  /// How deep includes may nest.
  private static let maximumDepth = 16

  private let library: PolicyLibrary
  private var including: [String] = []
  private var admissions: [UInt32: [Entry]] = [:]
  private var refusals: [UInt32: RuleTable.NamedRefusal] = [:]
  private var fallback: Refusal?
  /// Where the statement stands that is being added.
  private var origin = RuleOrigin(policy: "", line: nil, statement: 0)
  private var refusalOrigins: [UInt32: RuleOrigin] = [:]
  private var fallbackOrigin: RuleOrigin?
  private var grants: [RuleTable.Grant] = []

  private struct Entry {
    let admission: RuleTable.Admission
    /// The intent that brought it in.
    let intent: String?
    /// The grant that goes when it goes.
    let grant: String?
    let condition: Condition?
    let reason: String?
    let origin: RuleOrigin
  }

  /// A problem, and the statement of the outermost policy that has it.
  struct Failure: Error {
    let statement: Int?
    let error: PolicyError
  }

  init(library: PolicyLibrary) { self.library = library }

  /// Adds a policy's statements after those added before.
  ///
  /// - Parameter lines: The line of each statement, where they were read from text.
  mutating func add(_ policy: Policy, lines: [Int] = []) throws(Failure) {
    var outright: [(statement: Int, call: Syscall)] = []
    for (index, statement) in policy.statements.enumerated() {
      origin = RuleOrigin(
        policy: policy.name, line: lines.indices.contains(index) ? lines[index] : nil,
        statement: including.isEmpty ? index : origin.statement)
      do throws(PolicyError) {
        outright += try add(statement).map { (index, $0) }
      } catch {
        throw Failure(statement: index, error: error)
      }
    }
    // Only this policy's own refusals: one that an include brought in gives way to an admission here.
    for (index, call) in outright
    where admissions[call.number]?.contains(where: \.admission.isUnconditional) == true {
      throw Failure(statement: index, error: PolicyError(.contradiction, text: call.name))
    }
  }

  /// The rules of everything added.
  func table(named name: String) -> RuleTable {
    RuleTable(
      name: name, admissions: admissions.mapValues { $0.map(\.admission) }.filter { !$1.isEmpty },
      refusals: refusals, fallback: fallback ?? .report(.notPermitted), grants: grants)
  }

  /// Everything added, rule by rule, each with the line that it comes from.
  func outline(named name: String) -> PolicyOutline {
    PolicyOutline(
      table: table(named: name),
      rules: admissions.mapValues { entries in
        entries.map {
          PolicyOutline.Rule(
            admission: $0.admission, condition: $0.condition, intent: $0.intent,
            reason: $0.reason, origin: $0.origin)
        }
      }.filter { !$1.isEmpty },
      refusalOrigins: refusalOrigins, fallbackOrigin: fallbackOrigin)
  }

  /// - Returns: The calls that the statement refuses by their own names.
  private mutating func add(_ statement: Policy.Statement) throws(PolicyError) -> [Syscall] {
    switch statement {
    case .include(let name): try include(name)
    case .allow(let intent, let reason):
      try grant(intent.name, isDangerous: intent.isDangerous, because: reason)
      for (number, condition, admission) in try intent.admissions() {
        admissions[number, default: []].append(
          Entry(
            admission: admission, intent: intent.name, grant: reason.map { _ in intent.name },
            condition: condition, reason: reason, origin: origin))
      }
    case .admit(let name, let condition, let reason):
      let call = try Self.call(name)
      try grant(
        name, isDangerous: call.needsReason(unconditional: condition == nil), because: reason)
      let entry = Entry(
        admission: RuleTable.Admission(
          alternatives: try condition?.alternatives(for: call) ?? [[]], rule: statement.text),
        intent: nil, grant: reason.map { _ in name }, condition: condition, reason: reason,
        origin: origin)
      admissions[call.number, default: []].append(entry)
    case .refuse(let names, let refusal): return try refuse(names, with: refusal)
    case .without(let names): try remove(names)
    case .fallback(let refusal):
      fallback = refusal
      fallbackOrigin = origin
    }
    return []
  }

  private mutating func include(_ name: String) throws(PolicyError) {
    guard !including.contains(name), including.count < Self.maximumDepth else {
      throw PolicyError(.circularInclude, text: name)
    }
    including.append(name)
    defer { including.removeLast() }
    let source = try library.source(name, checking: false)
    let outer = origin
    defer { origin = outer }
    do throws(Failure) { try add(source.policy, lines: source.lines) } catch { throw error.error }
  }

  private mutating func grant(
    _ name: String, isDangerous: Bool, because reason: String?
  ) throws(PolicyError) {
    guard isDangerous == (reason != nil) else {
      throw PolicyError(isDangerous ? .needsReason : .needlessReason, text: name)
    }
    if let reason { grants.append(RuleTable.Grant(name: name, reason: reason)) }
  }

  private mutating func refuse(
    _ names: [String], with refusal: Refusal
  ) throws(PolicyError) -> [Syscall] {
    var outright: [Syscall] = []
    for name in names {
      let text =
        refusal == .kill ? "kill \(name)" : "deny \(name) \(refusal.text)"
      let named = RuleTable.NamedRefusal(refusal: refusal, rule: text)
      if let group = CallGroup.named(name) {
        for call in group.calls {
          refusals[call.number] = named
          refusalOrigins[call.number] = origin
        }
      } else {
        let call = try Self.call(name)
        refusals[call.number] = named
        refusalOrigins[call.number] = origin
        outright.append(call)
      }
    }
    return outright
  }

  private mutating func remove(_ names: [String]) throws(PolicyError) {
    for name in names {
      let call = Syscall.named(name)
      // A word that is both: the intent goes, and the call with it.
      guard call != nil || Intent(named: name) != nil else {
        throw PolicyError(
          .unknownName, text: name,
          suggestion: Spelling.nearest(to: name, in: Intent.names + Syscall.names))
      }
      if let call { admissions[call.number] = nil }
      for (number, entries) in admissions {
        admissions[number] = entries.filter { $0.intent != name }
      }
    }
    let remaining = Set(admissions.values.joined().compactMap(\.grant))
    grants.removeAll { !remaining.contains($0.name) }
  }

  private static func call(_ name: String) throws(PolicyError) -> Syscall {
    guard let call = Syscall.named(name) else {
      throw PolicyError(
        .unknownName, text: name, suggestion: Spelling.nearest(to: name, in: Syscall.names))
    }
    return call
  }
}
