// SPDX-License-Identifier: MIT

/// What a filter answers for one call: the kernel's `SECCOMP_RET_…` values.
///
/// A struct over the kernel's number, not an enum: a program may return any 32 bits, and the kernel
/// treats those it does not know as the strictest.
public struct FilterAction: RawRepresentable, Hashable, Sendable {
  /// The number that the program returns: action above, data in the low 16 bits.
  public let rawValue: UInt32

  /// Takes the number as the program returned it.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The call is made.
  public static let allow = FilterAction(rawValue: 0x7fff_0000)
  /// The call waits for the process that holds the listener, which answers it.
  public static let notify = FilterAction(rawValue: 0x7fc0_0000)
  /// The whole process dies of `SIGSYS`.
  public static let killProcess = FilterAction(rawValue: 0x8000_0000)
  /// The calling thread dies.
  ///
  /// Never compiled by lockhost: it leaves half a process behind.
  public static let killThread = FilterAction(rawValue: 0)

  /// The call fails at once with this error number, and nobody is told.
  public static func errno(_ number: ErrorNumber) -> FilterAction {
    FilterAction(rawValue: 0x0005_0000 | UInt32(number.rawValue))
  }

  /// The error number, where the action is one.
  public var errorNumber: ErrorNumber? {
    rawValue & 0xffff_0000 == 0x0005_0000
      ? ErrorNumber(rawValue: UInt16(truncatingIfNeeded: rawValue)) : nil
  }

  /// The action in words, as disassemblies and reports print it.
  public var description: String {
    switch self {
    case .allow: "allow"
    case .notify: "notify"
    case .killProcess: "kill-process"
    case .killThread: "kill-thread"
    default:
      if let errorNumber { "errno \(errorNumber)" } else { "0x\(String(rawValue, radix: 16))" }
    }
  }
}

extension FilterAction: CustomStringConvertible {}
