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
  /// The line of the author's source that led to the first of these calls: `Uploader.swift:42`.
  ///
  /// nil for a guest without line information, and until the line has been found.
  public var source: String?
  /// The calling convention, where it is a foreign one: `i386`, `x32`.
  ///
  /// The call's name and arguments are those of that convention.
  public let convention: String?
  /// The thread that made the first of these calls, in the host's numbering.
  public let thread: Int32
  /// When the first of these calls was refused.
  public let firstSeen: MonotonicInstant
  /// When the last of these calls was refused.
  public var lastSeen: MonotonicInstant

  /// The call as source code would have it: `socket(AF_INET, SOCK_STREAM, 0)`.
  public var call: String {
    "\(convention.map { $0 + " " } ?? "")\(syscall)(\(arguments.joined(separator: ", ")))"
  }
}

extension Violation {
  /// Describes a refused call.
  init(
    _ call: SyscallInvocation, refusal: Refusal, rule: String, thread: Int32,
    at instant: MonotonicInstant
  ) {
    let foreign = ForeignCall(call)
    let syscall = foreign == nil ? Syscall.numbered(call.number) : nil
    self.syscall = foreign?.name ?? syscall?.name ?? String(call.number)
    arguments =
      foreign?.arguments ?? syscall?.describe(call.arguments)
      ?? call.arguments.map { "0x" + String($0, radix: 16) }
    convention = foreign?.convention
    action = refusal
    self.rule = rule
    count = 1
    source = nil
    self.thread = thread
    firstSeen = instant
    lastSeen = instant
  }
}
