// SPDX-License-Identifier: MIT

/// One system call of x86-64 Linux: its number, its name, its arguments.
public struct Syscall: Hashable, Sendable {
  /// The number in the 64-bit convention.
  public let number: UInt32
  /// The kernel's name.
  public let name: String
  /// The arguments, in the order of the registers.
  public let arguments: [Argument]

  /// One argument of a call.
  public struct Argument: Hashable, Sendable {
    /// The name that policies use.
    public let name: String
    /// What the register holds.
    public let kind: ArgumentKind
  }

  /// Every call of the table, by number.
  public static let all: [Syscall] = SyscallTable.calls

  /// The call of a number in the 64-bit convention, or nil where the table knows none.
  public static func numbered(_ number: UInt32) -> Syscall? {
    SyscallTable.byNumber[number]
  }

  /// The call of a name, or nil where the table knows none.
  public static func named(_ name: String) -> Syscall? {
    SyscallTable.byName[name]
  }
}
