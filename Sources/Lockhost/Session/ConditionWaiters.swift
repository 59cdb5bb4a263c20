// SPDX-License-Identifier: MIT

import LockhostSystem

/// Those who wait for something about a session, each until it holds, the session ends, or their
/// time runs out.
///
/// Owned by the session and reached only on its loop.
struct ConditionWaiters {
  private struct Waiter {
    let condition: SessionCondition
    let continuation: CheckedContinuation<WaitOutcome, Never>
    let deadline: EventDeadline?
  }

  private var waiters: [Int: Waiter] = [:]
  private var nextNumber = 0

  /// The number that the next waiter gets, by which its deadline finds it.
  var upcoming: Int { nextNumber }

  mutating func add(
    _ condition: SessionCondition, _ continuation: CheckedContinuation<WaitOutcome, Never>,
    deadline: EventDeadline?
  ) {
    waiters[nextNumber] = Waiter(
      condition: condition, continuation: continuation, deadline: deadline)
    nextNumber += 1
  }

  /// Resumes those whose condition holds.
  mutating func check(_ holds: (SessionCondition) -> Bool) {
    for (number, waiter) in waiters where holds(waiter.condition) {
      resume(number, .happened)
    }
  }

  /// Resumes the waiter of this number, if it still waits.
  mutating func timeOut(_ number: Int) {
    resume(number, .timedOut)
  }

  /// Resumes everybody: the session is over.
  mutating func end(_ ending: SessionEnding) {
    for number in waiters.keys { resume(number, .ended(ending)) }
  }

  private mutating func resume(_ number: Int, _ outcome: WaitOutcome) {
    guard let waiter = waiters.removeValue(forKey: number) else { return }
    waiter.deadline?.cancel()
    waiter.continuation.resume(returning: outcome)
  }
}
