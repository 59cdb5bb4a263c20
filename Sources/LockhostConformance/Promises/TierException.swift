// SPDX-License-Identifier: MIT

/// That a promise is documented not to hold at a tier, and what exactly is answered otherwise there.
///
/// Whatever else is answered otherwise is a failure at that tier too.
package struct TierException: Hashable, Sendable {
  /// Who has to do without it.
  package enum Concerned: String, Hashable, Sendable {
    case everybody
    /// Root keeps the promise at that tier all the same.
    case ordinaryUsers = "ordinary users"
  }

  /// Why, in words that can stand after a colon.
  package let reason: String
  /// The probes, by name.
  package let probes: Set<String>
  /// For whom.
  package let concerned: Concerned

  /// Writes an exception down.
  package init(
    _ reason: String, probes: String..., for concerned: Concerned = .everybody
  ) {
    self.reason = reason
    self.probes = Set(probes)
    self.concerned = concerned
  }

  /// Whether it excuses this result for this user.
  func excuses(_ result: CallResult, asRoot isRoot: Bool) -> Bool {
    let probe = result.call.split(separator: " ").first.map(String.init) ?? ""
    return probes.contains(probe) && !(isRoot && concerned == .ordinaryUsers)
  }
}
