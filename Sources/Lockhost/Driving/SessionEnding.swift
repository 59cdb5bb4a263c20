// SPDX-License-Identifier: MIT

/// Why a session is over, in few words.
package struct SessionEnding: Hashable, Sendable {
  /// The record's `reason`, such as `watchdog` or `crashed`.
  package let reason: String
  /// The record's `code`, when the end has one.
  package let code: String?

  package init(reason: String, code: String?) {
    self.reason = reason
    self.code = code
  }
}
