// SPDX-License-Identifier: MIT

public import LockhostPolicy
public import LockhostSystem

/// A call that a guest made and its policy refused.
public struct Violation: Hashable, Sendable {
  /// The call's name, or its number where it has no name.
  public let syscall: String
  /// The arguments, decoded: `AF_INET`, `SOCK_STREAM|SOCK_CLOEXEC`, `0`.
  ///
  /// Pointers stay pointers.
  public let arguments: [String]
  /// How the call was answered.
  public let action: Refusal
  /// The rule that says so, as the policy spells it.
  public let rule: String
  /// How often the same call with the same arguments was refused.
  public var count: Int
  /// The source line of the call, where it is known.
  ///
  /// Not found out yet.
  public var source: String?
  /// The thread that made the first of these calls, in the host's numbering.
  public let thread: Int32
  /// When the first of these calls was refused.
  public let firstSeen: MonotonicInstant
  /// When the last of these calls was refused.
  public var lastSeen: MonotonicInstant

  /// The call as source code would have it: `socket(AF_INET, SOCK_STREAM, 0)`.
  public var call: String { "\(syscall)(\(arguments.joined(separator: ", ")))" }
}

extension Violation {
  /// Describes a refused call.
  init(
    _ call: SyscallInvocation, refusal: Refusal, rule: String, thread: Int32,
    at instant: MonotonicInstant
  ) {
    let syscall = Syscall.numbered(call.number)
    self.syscall = syscall?.name ?? String(call.number)
    arguments =
      syscall?.describe(call.arguments) ?? call.arguments.map { "0x" + String($0, radix: 16) }
    action = refusal
    self.rule = rule
    count = 1
    source = nil
    self.thread = thread
    firstSeen = instant
    lastSeen = instant
  }
}
