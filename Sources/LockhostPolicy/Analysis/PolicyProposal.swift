// SPDX-License-Identifier: MIT

/// The smallest policy under which a program could do again what it was seen doing.
///
/// Made from the calls that a program made and the policy that it was watched under. Each call is
/// admitted by the narrowest rule of that policy that covers what was seen of it, with lists cut to
/// what was asked. A dangerous intent is proposed whole, with the reason that it has there: it is
/// never taken apart into calls that need none.
public struct PolicyProposal: Hashable, Sendable {
  /// The name of the proposed policy.
  public let name: String
  /// Its sentence.
  public let summary: String
  /// Its rules, by the intent that they come from; nil for rules about single calls.
  public private(set) var groups: [Group] = []
  /// Calls that were refused and that the program did without, decoded.
  public private(set) var refused: [String] = []

  /// Rules that serve one purpose.
  public struct Group: Hashable, Sendable {
    /// What for, in words.
    public let title: String
    /// The rules.
    public let statements: [Policy.Statement]
  }

  /// Proposes a policy.
  ///
  /// - Parameters:
  ///   - name: The name of the policy; what cannot be in a name is replaced.
  ///   - summary: Its sentence.
  ///   - calls: What was seen, with or without doubles.
  ///   - outline: The policy that it was seen under.
  public init(
    name: String, summary: String, calls: [SyscallInvocation], under outline: PolicyOutline
  ) {
    self.name = Self.policyName(name)
    self.summary = String(summary.filter { !$0.isNewline && $0 != "\0" }.prefix(200))
    var seen: [UInt32: [[UInt64]]] = [:]
    for call in Set(calls) { seen[call.number, default: []].append(call.arguments) }
    // The same calls make the same proposal, in whatever order they came.
    seen = seen.mapValues { $0.sorted { $0.lexicographicallyPrecedes($1) } }
    Self.addCompanions(to: &seen, under: outline)
    var chosen: [String: [Policy.Statement]] = [:]
    var refusals: [Refusal: [String]] = [:]
    var whole: [String: String] = [:]
    let base = try? Policy.builtIn("base").resolved()
    for (number, vectors) in seen.sorted(by: { $0.key < $1.key }) {
      guard let call = Syscall.numbered(number) else { continue }
      let rules = outline.rules[number] ?? []
      let admitted = vectors.filter { vector in
        rules.contains { $0.admission.matches(vector) }
      }
      for rule in Self.narrowest(rules, covering: admitted) {
        if let intent = rule.intent, let reason = rule.reason {
          whole[intent] = reason
        } else {
          let group = rule.intent ?? ""
          chosen[group, default: []].append(Self.statement(call, rule, admitted))
        }
      }
      let others = vectors.filter { vector in !rules.contains { $0.admission.matches(vector) } }
      guard !others.isEmpty else { continue }
      let refusal = outline.table.refusal(of: call)
      refused += others.map {
        "\(call.name)(\(call.describe($0).joined(separator: ", "))): \(refusal.text)"
      }
      if let base, base.refusal(of: call) != refusal {
        refusals[refusal, default: []].append(call.name)
      }
    }
    groups = Self.groups(Self.beyond(whole.keys, chosen), whole, refusals)
  }

  /// The proposal as a value.
  public var policy: Policy {
    Policy(
      name: name, summary: summary, statements: [.include("base")] + groups.flatMap(\.statements))
  }

  /// The proposal as a text, with a comment above each group.
  public var text: String {
    var lines = ["policy \(name) \(Policy.quoted(summary))", "include base"]
    for group in groups { lines += ["", "# \(group.title)"] + Self.lines(group.statements) }
    if !refused.isEmpty {
      lines += ["", "# refused while it was watched, and done without:"]
      lines += refused.prefix(20).map { "#   " + $0 }
      if refused.count > 20 { lines.append("#   and \(refused.count - 20) more") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Writing

  private static func groups(
    _ chosen: [String: [Policy.Statement]], _ whole: [String: String],
    _ refusals: [Refusal: [String]]
  ) -> [Group] {
    var groups: [Group] = []
    for intent in Intent.all {
      if let reason = whole[intent.name] {
        groups.append(
          Group(
            title: "\(intent.name): \(intent.summary)",
            statements: [.allow(intent, because: reason)]))
      } else if let statements = chosen[intent.name] {
        groups.append(
          Group(title: "\(intent.name): \(intent.summary)", statements: statements))
      }
    }
    if let statements = chosen[""] {
      groups.append(Group(title: "calls by name", statements: statements))
    }
    if !refusals.isEmpty {
      groups.append(
        Group(
          title: "refused, as while it was watched",
          statements: refusals.sorted { $0.key.text < $1.key.text }.map { .refuse($1, $0) }))
    }
    return groups
  }

  /// The statements as lines, calls with any arguments together.
  private static func lines(_ statements: [Policy.Statement]) -> [String] {
    var names: [String] = []
    var rest: [String] = []
    for statement in statements {
      if case .admit(let call, nil, nil) = statement, Intent(named: call) == nil {
        names.append(call)
      } else {
        let text = statement.text
        // A reason may have the same signs in it.
        let breaks = text.count > 96 && !text.contains("\"")
        rest.append(breaks ? text.replacing(" && ", with: "\n  && ") : text)
      }
    }
    var lines: [String] = []
    var line = "allow"
    for name in names {
      if line.count + 1 + name.count > 90 {
        lines.append(line)
        line = " "
      }
      line += " " + name
    }
    if !names.isEmpty { lines.append(line) }
    return lines + rest
  }

  private static func policyName(_ text: String) -> String {
    let letters = text.lowercased().map { letter in
      letter.isASCII && (letter.isLetter || letter.isNumber) ? letter : "-"
    }
    let name = String(letters.prefix(40).drop { !$0.isLetter })
    return name.isEmpty ? "recorded" : name
  }
}
