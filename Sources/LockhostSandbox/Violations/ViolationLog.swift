// SPDX-License-Identifier: MIT

import LockhostPolicy
import LockhostSystem

/// The refusals of one guest: equal ones merged, different ones bounded, floods noticed.
///
/// Everything in it comes from the guest, which chooses numbers, arguments and pace; what it takes
/// is bounded by `ViolationLimits`, and time is an argument.
struct ViolationLog {
  /// What one more refusal means.
  enum Outcome: Hashable {
    /// It is the first of its kind, and has this place among `violations`.
    case first(Int)
    /// It is like an earlier one, or there are too many kinds already.
    case again
    /// It is one too many.
    case flood
  }

  private struct Key: Hashable {
    let number: UInt32
    let convention: UInt32
    let arguments: [UInt64]
    let rule: String
  }

  private let limits: ViolationLimits
  private var places: [Key: Int] = [:]
  private var second = MonotonicInstant(nanoseconds: 0)
  private var countOfSecond = 0

  /// The distinct refusals, oldest first.
  private(set) var violations: [Violation] = []
  /// How many refusals there were in all, silent ones too.
  private(set) var total = 0
  /// How many are in none of `violations`, because there were too many kinds.
  private(set) var unlisted = 0

  init(limits: ViolationLimits) { self.limits = limits }

  /// Counts a refusal that is answered in silence.
  ///
  /// - Returns: Whether that was one too many.
  mutating func count(at instant: MonotonicInstant) -> Bool {
    total += 1
    if second.duration(to: instant) >= .seconds(1) {
      second = instant
      countOfSecond = 0
    }
    countOfSecond += 1
    return countOfSecond > limits.perSecond || total > limits.total
  }

  /// Counts and keeps a refusal.
  mutating func record(
    _ call: SyscallInvocation, refusal: Refusal, rule: String, thread: Int32,
    at instant: MonotonicInstant
  ) -> Outcome {
    let isFlood = count(at: instant)
    let syscall = call.architecture == .x86_64 ? Syscall.numbered(call.number) : nil
    // What differs only in where its data lies is the same refusal.
    let key = Key(
      number: call.number, convention: call.architecture.rawValue,
      arguments: syscall?.withoutPointers(call.arguments) ?? call.arguments, rule: rule)
    if let place = places[key] {
      violations[place].count += 1
      violations[place].lastSeen = instant
      return isFlood ? .flood : .again
    }
    // What the guest is killed for is kept whatever came before it.
    guard violations.count < limits.distinct || refusal == .kill else {
      unlisted += 1
      return isFlood ? .flood : .again
    }
    places[key] = violations.count
    violations.append(
      Violation(call, refusal: refusal, rule: rule, thread: thread, at: instant))
    return isFlood ? .flood : .first(violations.count - 1)
  }

  /// Notes the line that a refusal came from.
  mutating func setSource(_ source: String?, at place: Int) {
    violations[place].source = source
  }
}
