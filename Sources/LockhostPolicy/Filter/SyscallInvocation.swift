// SPDX-License-Identifier: MIT

/// One call as the kernel shows it to a filter: `struct seccomp_data`.
public struct SyscallInvocation: Hashable, Sendable {
  /// The number, as the calling convention counts; x32 calls carry bit 30.
  public var number: UInt32
  /// The calling convention: one of the kernel's `AUDIT_ARCH_…` values.
  public var architecture: Architecture
  /// Where the call was made from.
  ///
  /// No rule of lockhost looks at it: an attacker chooses it.
  public var instructionPointer: UInt64
  /// The six argument registers, whole: the kernel looks at fewer bits for most arguments.
  public var arguments: [UInt64]

  /// Makes a call; missing arguments are zero, those past the sixth are dropped.
  public init(
    number: UInt32, architecture: Architecture = .x86_64, arguments: [UInt64] = [],
    instructionPointer: UInt64 = 0
  ) {
    self.number = number
    self.architecture = architecture
    self.instructionPointer = instructionPointer
    self.arguments = Array((arguments + [0, 0, 0, 0, 0, 0]).prefix(6))
  }

  /// A calling convention, by the kernel's `AUDIT_ARCH_…` number.
  public struct Architecture: RawRepresentable, Hashable, Sendable {
    /// The kernel's number.
    public let rawValue: UInt32
    /// Takes the kernel's number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The 64-bit convention (and x32, which hides in it behind bit 30 of the number).
    public static let x86_64 = Architecture(rawValue: 0xc000_003e)
    /// The 32-bit convention: `int 0x80`, `sysenter`.
    public static let i386 = Architecture(rawValue: 0x4000_0003)
    /// 64-bit ARM, which an x86 kernel never reports.
    public static let aarch64 = Architecture(rawValue: 0xc000_00b7)
  }

  /// The 32-bit word at a byte offset of `struct seccomp_data`, as the filter loads it.
  ///
  /// - Returns: nil where the kernel would refuse the program: out of range or not aligned.
  func word(at offset: UInt32) -> UInt32? {
    guard offset % 4 == 0, offset < 64 else { return nil }
    switch offset {
    case 0: return number
    case 4: return architecture.rawValue
    case 8: return UInt32(truncatingIfNeeded: instructionPointer)
    case 12: return UInt32(truncatingIfNeeded: instructionPointer >> 32)
    default:
      let index = Int(offset - 16) / 8
      guard index < arguments.count else { return 0 }
      let argument = arguments[index]
      return UInt32(truncatingIfNeeded: offset % 8 == 0 ? argument : argument >> 32)
    }
  }
}
