// SPDX-License-Identifier: MIT

import CSeccomp
import Glibc
import LockhostPolicy

/// A call through a calling convention that no policy admits, in that convention's own words.
struct ForeignCall {
  let convention: String
  let name: String
  let arguments: [String]

  /// Reads a call; nil for one of the 64-bit convention.
  init?(_ call: SyscallInvocation) {
    let x32: UInt32 = 0x4000_0000
    switch call.architecture {
    case .x86_64:
      guard call.number >= x32, call.number != .max else { return nil }
      convention = "x32"
      let syscall = Syscall.numbered(call.number - x32)
      // From 512 on x32 has calls of its own.
      let known = call.number - x32 < 512 ? syscall : nil
      name = known?.name ?? Self.name(call.number, SCMP_ARCH_X32)
      arguments = known?.describe(call.arguments) ?? Self.hexadecimal(call.arguments)
    case .i386:
      convention = "i386"
      name = Self.name(call.number, SCMP_ARCH_X86)
      arguments = Self.hexadecimal(call.arguments.map { $0 & 0xffff_ffff })
    default:
      convention = "0x" + String(call.architecture.rawValue, radix: 16)
      name = String(call.number)
      arguments = Self.hexadecimal(call.arguments)
    }
  }

  private static func name(_ number: UInt32, _ convention: Int32) -> String {
    guard
      let name = unsafe seccomp_syscall_resolve_num_arch(
        UInt32(bitPattern: convention), Int32(bitPattern: number))
    else { return String(number) }
    defer { unsafe free(name) }
    return unsafe String(cString: name)
  }

  private static func hexadecimal(_ arguments: [UInt64]) -> [String] {
    arguments.map { "0x" + String($0, radix: 16) }
  }
}
