// SPDX-License-Identifier: MIT

/// A sandbox with one thing allowed, which must turn one promise red, and only that one.
package struct BreakingFixture: Hashable, Sendable {
  /// The promise that it breaks.
  package var promise: String
  /// What is allowed.
  package var changes: [SandboxChange]
  /// Promises that cannot be told apart from it, since no sandbox could break one alone; each with the
  /// reason.
  package var alsoBreaks: [String: String]

  /// Writes a fixture down.
  package init(
    _ promise: String, _ changes: [SandboxChange], alsoBreaks: [String: String] = [:]
  ) {
    self.promise = promise
    self.changes = changes
    self.alsoBreaks = alsoBreaks
  }
}
