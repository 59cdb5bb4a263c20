// SPDX-License-Identifier: MIT

package import LockhostPolicy

/// Instructions before a compiled filter, which imitate a mistake that no policy can be made to have.
package enum FilterHead: Hashable, Sendable {
  /// The architecture is not looked at: calls by the 32-bit entry pass.
  case passesThirtyTwoBit
  /// x32's bit is not looked at: its numbers pass.
  case passesX32
  /// Numbers that are no calls get this error.
  case answersUnknown(UInt16)
  /// A call passes when the upper half of this argument holds anything.
  case passesUpperHalf(call: UInt32, argument: UInt32)
  /// A call passes when its last register holds this.
  case passesMark(call: UInt32, mark: UInt32)
  /// The filter answers for the kernel: this error, or 0 for a success that never was.
  case answers(call: UInt32, UInt16)
  /// The same, for one descriptor as the first argument.
  case answersOn(call: UInt32, descriptor: UInt32, UInt16)

  /// The instructions; whatever they do not decide goes on to the filter behind them.
  package var instructions: [FilterInstruction] {
    switch self {
    case .passesThirtyTwoBit:
      [.load(Self.architecture), .equal(0x4000_0003, else: 1), .allow]
    case .passesX32:
      [.load(Self.number), .bits(0x4000_0000, else: 1), .allow]
    case .answersUnknown(let error):
      Self.native([
        .load(Self.number), .bits(0x4000_0000, then: 2), .atLeast(480, else: 1), .error(error),
      ])
    case .passesUpperHalf(let call, let argument):
      Self.native([
        .load(Self.number), .equal(call, else: 3), .load(Self.arguments + 8 * argument + 4),
        .equal(0, then: 1), .allow,
      ])
    case .passesMark(let call, let mark):
      Self.native([
        .load(Self.number), .equal(call, else: 3), .load(Self.arguments + 8 * 5),
        .equal(mark, else: 1), .allow,
      ])
    case .answers(let call, let error):
      Self.native([.load(Self.number), .equal(call, else: 1), .error(error)])
    case .answersOn(let call, let descriptor, let error):
      Self.native([
        .load(Self.number), .equal(call, else: 3), .load(Self.arguments),
        .equal(descriptor, else: 1), .error(error),
      ])
    }
  }

  /// Only for calls by this machine's own entry: elsewhere the numbers are other calls.
  private static func native(_ instructions: [FilterInstruction]) -> [FilterInstruction] {
    [.load(architecture), .equal(ownArchitecture, else: UInt8(instructions.count))] + instructions
  }

  // AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64, linux/audit.h.
  #if arch(arm64)
  private static let ownArchitecture: UInt32 = 0xC000_00B7
  #else
  private static let ownArchitecture: UInt32 = 0xC000_003E
  #endif
  // Offsets in struct seccomp_data, linux/seccomp.h.
  private static let number: UInt32 = 0
  private static let architecture: UInt32 = 4
  private static let arguments: UInt32 = 16
}

// Codes from linux/bpf_common.h and linux/filter.h.
extension FilterInstruction {
  fileprivate static let allow = FilterInstruction(code: 0x06, operand: FilterAction.allow.rawValue)

  fileprivate static func error(_ number: UInt16) -> FilterInstruction {
    FilterInstruction(code: 0x06, operand: 0x0005_0000 | UInt32(number))
  }

  fileprivate static func load(_ offset: UInt32) -> FilterInstruction {
    FilterInstruction(code: 0x20, operand: offset)
  }

  fileprivate static func equal(
    _ value: UInt32, then yes: UInt8 = 0, else no: UInt8 = 0
  ) -> FilterInstruction {
    FilterInstruction(code: 0x15, jumpIfTrue: yes, jumpIfFalse: no, operand: value)
  }

  fileprivate static func atLeast(_ value: UInt32, else no: UInt8) -> FilterInstruction {
    FilterInstruction(code: 0x35, jumpIfTrue: 0, jumpIfFalse: no, operand: value)
  }

  fileprivate static func bits(
    _ value: UInt32, then yes: UInt8 = 0, else no: UInt8 = 0
  ) -> FilterInstruction {
    FilterInstruction(code: 0x45, jumpIfTrue: yes, jumpIfFalse: no, operand: value)
  }
}
