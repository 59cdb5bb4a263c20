// SPDX-License-Identifier: MIT

/// Every breaking fixture; a test compares the list with the promises.
package enum BreakingCatalogue {
  /// All of them.
  package static let all: [BreakingFixture] =
    filter + credentials + files + processes + namespaces + network + kernel + environment
    + exhaustion + work

  /// The fixture of a promise.
  package static func fixture(of promise: String) -> BreakingFixture? {
    all.first { $0.promise == promise }
  }
}

extension BreakingFixture {
  /// A policy with lines added.
  static func policy(
    _ promise: String, _ lines: String..., alsoBreaks: [String: String] = [:]
  ) -> BreakingFixture {
    BreakingFixture(
      promise, [.policy(lines.joined(separator: "\n"))], alsoBreaks: alsoBreaks)
  }

  /// A policy that admits one call, whatever its arguments.
  static func admits(
    _ promise: String, _ call: String, dangerous: Bool = false, alsoBreaks: [String: String] = [:]
  ) -> BreakingFixture {
    let reason = dangerous ? " because \"a fixture\"" : ""
    return BreakingFixture(
      promise, [.policy("allow \(call)\(reason)")], alsoBreaks: alsoBreaks)
  }

  /// A filter with a mistake that no policy can have.
  static func head(_ promise: String, _ head: FilterHead) -> BreakingFixture {
    BreakingFixture(promise, [.filterHead(head)])
  }

  /// A spawner that leaves one thing out.
  static func weak(
    _ promise: String, _ weakness: String, alsoBreaks: [String: String] = [:]
  ) -> BreakingFixture {
    BreakingFixture(promise, [.weakens(weakness)], alsoBreaks: alsoBreaks)
  }
}
