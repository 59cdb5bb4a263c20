// SPDX-License-Identifier: MIT

import LockhostSystem

/// The device's question for a face or a code, while it is on the screen.
///
/// Owned by the session and reached only on its loop. At most one is shown at a time: the service
/// that asks refuses a second request while one is open.
struct AuthenticationPrompt {
  /// How long the question stays before it goes away by itself, which counts as turning away.
  static let patience = Duration.seconds(30)

  private let continuation: CheckedContinuation<AuthenticationAnswer, Never>
  private let deadline: EventDeadline

  init(_ continuation: CheckedContinuation<AuthenticationAnswer, Never>, deadline: EventDeadline) {
    self.continuation = continuation
    self.deadline = deadline
  }

  /// Takes the question away with its answer.
  consuming func answer(_ answer: AuthenticationAnswer) {
    deadline.cancel()
    continuation.resume(returning: answer)
  }
}
