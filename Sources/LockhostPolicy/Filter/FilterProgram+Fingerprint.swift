// SPDX-License-Identifier: MIT

extension FilterProgram {
  /// Everything that the program is compiled from, in one text: the same text, the same program.
  ///
  /// Names and words of rules are left out; they do not reach the program.
  package var fingerprint: String {
    var lines = [
      "calls \(Syscall.all.count) to \(Syscall.all.map(\.number).max() ?? 0)",
      "listener \(usesListener)",
      "executable \(launch.map { String($0.executable) } ?? "none")",
      "unmatched \(unmatchedAction)",
      "foreign \(foreignAction)",
    ]
    for rule in compilerRules {
      let tests = rule.tests.map { "\($0.argument) \($0.comparison.fingerprint)" }
      lines.append("\(rule.number) \(rule.action): \(tests.joined(separator: ", "))")
    }
    return lines.joined(separator: "\n")
  }

  /// A quick comparison of program and rules: each number once in each convention, with the
  /// arguments that its first rule wants.
  ///
  /// For programs that were verified when they were compiled. Finds another policy's program, and one
  /// that is damaged, not one that was made to deceive.
  package func verifyBriefly() throws(VerificationError) {
    try verify(calls: boundaryCalls(briefly: true))
  }
}

extension ArgumentTest.Comparison {
  fileprivate var fingerprint: String {
    switch self {
    case .masked(let mask, let value): "masked \(mask) \(value)"
    case .notEqual(let value): "not \(value)"
    case .below(let value): "below \(value)"
    case .atMost(let value): "most \(value)"
    case .above(let value): "above \(value)"
    case .atLeast(let value): "least \(value)"
    }
  }
}
