// SPDX-License-Identifier: MIT

/// One line for people about a running session.
package enum SessionNotice: Hashable, Sendable {
  /// A step of the session's life: "ready", "photo added", "the app opened".
  case event(String)
  /// A call that was refused, already in words.
  case refusal(String)
  /// What the guest wrote.
  case output(String, isError: Bool)
  /// Something that weakens the run, such as a lower tier.
  case warning(String)
}
