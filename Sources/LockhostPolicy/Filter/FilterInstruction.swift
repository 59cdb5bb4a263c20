// SPDX-License-Identifier: MIT

/// One instruction of classic BPF, laid out as the kernel's `struct sock_filter`.
public struct FilterInstruction: Hashable, Sendable {
  /// Class, size, mode and operation; see the `BPF_` constants in `linux/bpf_common.h`.
  public var code: UInt16
  /// How many instructions to skip when a conditional jump is taken.
  public var jumpIfTrue: UInt8
  /// How many instructions to skip when it is not.
  public var jumpIfFalse: UInt8
  /// The constant operand: an offset, a value to compare with, a distance, or an action.
  public var operand: UInt32

  /// Makes an instruction from its four fields.
  public init(code: UInt16, jumpIfTrue: UInt8 = 0, jumpIfFalse: UInt8 = 0, operand: UInt32) {
    self.code = code
    self.jumpIfTrue = jumpIfTrue
    self.jumpIfFalse = jumpIfFalse
    self.operand = operand
  }
}
