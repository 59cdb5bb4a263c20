// SPDX-License-Identifier: MIT

import LockhostSystem

/// The device's question for a face or a code, while it is on the screen.
///
/// Owned by the session and reached only on its loop. At most one is shown at a time: requests to open
/// the app wait for each other.
struct AuthenticationPrompt {
  /// How long the question stays unless a launch says otherwise; then it goes away by itself, which
  /// counts as turning away.
  static let patience = Duration.seconds(30)

  /// Whether a fault keeps everybody from answering it.
  let isNeverAnswered: Bool

  private let continuation: CheckedContinuation<AuthenticationAnswer, Never>
  private let deadline: EventDeadline?

  init(
    _ continuation: CheckedContinuation<AuthenticationAnswer, Never>, deadline: EventDeadline?,
    isNeverAnswered: Bool = false
  ) {
    self.continuation = continuation
    self.deadline = deadline
    self.isNeverAnswered = isNeverAnswered
  }

  /// Takes the question away with its answer.
  consuming func answer(_ answer: AuthenticationAnswer) {
    deadline?.cancel()
    continuation.resume(returning: answer)
  }
}
