// SPDX-License-Identifier: MIT

/// How it is shown that an answer is the sandbox's doing, and not what would happen anyway.
///
/// The control outside runs as the user that runs the suite, on the machine itself: a probe whose
/// success would do harm there has loosened(_:_:) or none(because:).
package enum Control: Hashable, Sendable {
  /// Outside, the probe does it; and its witnesses saw it.
  case succeeds
  /// Outside, the answer is one of these: the kernel got to see arguments that the filter did not pass.
  case answers(AnswerPattern)
  /// Outside, the answer is another one than inside.
  case differs
  /// In lockhost's sandbox with this changed the answer is one of these; for what must not be tried
  /// outside, or works for nobody there.
  case loosened([SandboxChange], AnswerPattern)
  /// There is nothing to compare with, and why: what is read inside is the proof.
  case none(because: String)
}
