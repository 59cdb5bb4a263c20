// SPDX-License-Identifier: MIT

extension Intent {
  static let names: [String] = all.map(\.name)

  /// The rules of the intent as statements.
  func statements() throws(PolicyError) -> [Policy.Statement] {
    var parser = PolicyParser(text: "policy \(name)\n\(rules)", library: PolicyLibrary(texts: [:]))
    return try parser.parseIntent()
  }

  /// The calls that the intent admits, by number.
  func admissions() throws(PolicyError) -> [Member] {
    if let known = Self.parsed[name] { return try known.get() }
    return try parsedAdmissions()
  }

  /// What `explain` shows: the names of the calls, with conditions where there are some.
  public var calls: [String] {
    get throws(PolicyError) {
      try statements().map { statement in
        switch statement {
        case .admit(let call, let condition?, _): "\(call): \(condition.text)"
        case .admit(let call, nil, _): call
        default: statement.text
        }
      }
    }
  }

  typealias Member = (number: UInt32, condition: Condition?, admission: RuleTable.Admission)

  private typealias Parsed = Result<[Member], PolicyError>

  private static let parsed: [String: Parsed] = Dictionary(
    all.map { intent in
      (intent.name, Parsed { () throws(PolicyError) in try intent.parsedAdmissions() })
    }, uniquingKeysWith: { first, _ in first })

  private func parsedAdmissions() throws(PolicyError) -> [Member] {
    var admissions: [Member] = []
    for statement in try statements() {
      guard case .admit(let name, let condition, _) = statement,
        let call = Syscall.named(name)
      else { throw PolicyError(.unexpectedWord, text: statement.text) }
      let rule =
        condition.map { "allow \(self.name) (\(name): \($0.text))" } ?? "allow \(self.name)"
      admissions.append(
        (
          call.number, condition,
          RuleTable.Admission(
            alternatives: try condition?.alternatives(for: call) ?? [[]], rule: rule)
        ))
    }
    return admissions
  }
}

extension RuleTable.Admission {
  /// Whether every call passes.
  public var isUnconditional: Bool { alternatives.contains { $0.isEmpty } }
}
