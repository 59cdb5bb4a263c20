// SPDX-License-Identifier: MIT

package import LockhostSandbox
package import LockhostServices
package import LockhostSystem
package import LockhostWire

/// What a guest does, as its session hears of it; always on the loop.
package enum GuestEvent: Sendable {
  /// The program runs in its sandbox.
  case executed
  /// It has said hello, with a version that both sides speak.
  case connected(sdk: String)
  /// Its scene was started; the watchdog runs.
  case presented
  /// A requirement was met for the first time.
  case met(Requirement)
  /// Every requirement has been met once.
  case ready
  /// A service noted a fact.
  case fact(SessionFact)
  /// What is on its screen.
  case scene([SceneElement])
  /// It wrote a line to a standard stream.
  case output(String, isError: Bool)
  /// A call was refused that had not been refused before.
  case refused(Violation)
  /// The end has begun.
  case ending(EndCause)
  /// An app has dealt with an activity.
  case activityHandled(ActivityHandled)
  /// An app holds back its appearance, or lets it come.
  case delaysAppearance(Bool)
  /// The whole tree is dead; the last event.
  case ended(GuestEnding)
}

/// How a guest came to its end.
package struct GuestEnding: Sendable {
  /// What ended it.
  package let cause: EndCause
  /// How its first process ended; nil when it never ran.
  package let exit: GuestExit?
  /// When its stations were reached.
  package let moments: GuestMoments
  /// When each requirement was met.
  package let met: [Requirement.ID: MonotonicInstant]
  /// Which requirements were never met, in the order in which people read them.
  package let missing: [Requirement]
  /// Every refused call.
  package let violations: [Violation]
  /// How many refused calls are in none of them, because there were too many different ones.
  package let unlistedViolations: Int
  /// How long each step of the launch took.
  package let steps: [(step: LaunchStep, duration: Duration)]
  /// The most memory that the whole guest was seen with; nil when it ended before it was measured.
  package let peakBytes: Int?
  /// What its handler of signals told of its crash; nil when it did not crash, or told nothing.
  package let crash: CrashFinding?
  /// Events that it did not read.
  package let droppedEvents: Int
  /// What it sent for nothing, in sentences.
  let ignoredMessages: [String]
  /// Output that was thrown away, in bytes.
  package let discardedOutput: Int
}
