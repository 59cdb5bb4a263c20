// SPDX-License-Identifier: MIT

/// Runs filters as the kernel does: the second opinion on what the compiler made.
///
/// Written from the kernel's description of classic BPF, not from libseccomp. It takes the programs
/// that the kernel takes for seccomp, and no others.
public struct FilterEvaluator: Sendable {
  private let instructions: [FilterInstruction]

  /// Why a program is none, or stopped.
  public enum Fault: Error, Hashable, Sendable {
    /// No instruction, or more than 4096.
    case length(Int)
    /// An instruction that seccomp does not take.
    case badInstruction(at: Int)
    /// A jump past the end.
    case badJump(at: Int)
    /// The last instruction is not a return.
    case noReturn
    /// A load beyond `struct seccomp_data`, or not aligned.
    case badLoad(at: Int)
    /// A division by zero in the program's text.
    case badConstant(at: Int)
  }

  /// Checks a program.
  ///
  /// - Throws: `Fault` for what the kernel would refuse.
  public init(_ instructions: [FilterInstruction]) throws(Fault) {
    guard (1...4096).contains(instructions.count) else { throw .length(instructions.count) }
    for (place, instruction) in instructions.enumerated() {
      try Self.check(instruction, at: place, of: instructions.count)
    }
    guard let last = instructions.last, last.code & 0x07 == Class.ret.rawValue else {
      throw .noReturn
    }
    self.instructions = instructions
  }

  /// What the program answers for a call.
  ///
  /// Terminates: every jump goes forward.
  public func action(for call: SyscallInvocation) -> FilterAction {
    var accumulator: UInt32 = 0
    var index: UInt32 = 0
    var memory = InlineArray<16, UInt32>(repeating: 0)
    var place = 0
    while place < instructions.count {
      let instruction = instructions[place]
      let operand = instruction.operand
      place += 1
      switch Class(rawValue: instruction.code & 0x07) {
      case .load:
        accumulator = load(instruction, memory: memory, call: call)
      case .loadIndex:
        index = load(instruction, memory: memory, call: call)
      case .store: memory[Int(operand) & 15] = accumulator
      case .storeIndex: memory[Int(operand) & 15] = index
      case .arithmetic:
        let other = instruction.code & 0x08 == 0 ? operand : index
        guard let result = Self.compute(instruction.code & 0xf0, accumulator, other) else {
          return .killThread  // Division by zero ends a program with 0.
        }
        accumulator = result
      case .jump:
        if instruction.code & 0xf0 == 0 {
          place += Int(operand)
        } else {
          let other = instruction.code & 0x08 == 0 ? operand : index
          let holds = Self.compare(instruction.code & 0xf0, accumulator, other)
          place += Int(holds ? instruction.jumpIfTrue : instruction.jumpIfFalse)
        }
      case .ret:
        return FilterAction(rawValue: instruction.code & 0x18 == 0x10 ? accumulator : operand)
      case .miscellaneous:
        if instruction.code & 0xf8 == 0 { index = accumulator } else { accumulator = index }
      case nil: return .killThread
      }
    }
    return .killThread
  }

  private enum Class: UInt16 {
    case load = 0
    case loadIndex, store, storeIndex, arithmetic, jump, ret, miscellaneous
  }

  private func load(
    _ instruction: FilterInstruction, memory: borrowing InlineArray<16, UInt32>,
    call: SyscallInvocation
  ) -> UInt32 {
    switch instruction.code & 0xe0 {
    case 0x20: call.word(at: instruction.operand) ?? 0
    case 0x60: memory[Int(instruction.operand) & 15]
    case 0x80: 64  // The length of `struct seccomp_data`.
    default: instruction.operand
    }
  }

  private static func compute(_ operation: UInt16, _ one: UInt32, _ other: UInt32) -> UInt32? {
    switch operation {
    case 0x00: one &+ other
    case 0x10: one &- other
    case 0x20: one &* other
    case 0x30: other == 0 ? nil : one / other
    case 0x40: one | other
    case 0x50: one & other
    case 0x60: one &<< other
    case 0x70: one &>> other
    case 0x80: 0 &- one
    case 0xa0: one ^ other
    default: nil
    }
  }

  private static func compare(_ operation: UInt16, _ one: UInt32, _ other: UInt32) -> Bool {
    switch operation {
    case 0x10: one == other
    case 0x20: one > other
    case 0x30: one >= other
    case 0x40: one & other != 0
    default: false
    }
  }

  /// `seccomp_check_filter()` and `bpf_check_classic()` of the kernel.
  private static func check(
    _ instruction: FilterInstruction, at place: Int, of count: Int
  ) throws(Fault) {
    let rest = count - place - 1
    switch instruction.code {
    case 0x20:
      guard instruction.operand < 64, instruction.operand % 4 == 0 else {
        throw .badLoad(at: place)
      }
    case 0x00, 0x01, 0x80, 0x81: break
    case 0x60, 0x61, 0x02, 0x03:
      guard instruction.operand < 16 else { throw .badLoad(at: place) }
    case 0x04, 0x0c, 0x14, 0x1c, 0x24, 0x2c, 0x3c, 0x44, 0x4c, 0x54, 0x5c, 0x6c, 0x7c, 0x84, 0xa4,
      0xac, 0x07, 0x87, 0x06, 0x16:
      break
    case 0x34: guard instruction.operand != 0 else { throw .badConstant(at: place) }
    case 0x64, 0x74: guard instruction.operand < 32 else { throw .badConstant(at: place) }
    case 0x05: guard Int(instruction.operand) < rest else { throw .badJump(at: place) }
    case 0x15, 0x1d, 0x25, 0x2d, 0x35, 0x3d, 0x45, 0x4d:
      guard Int(instruction.jumpIfTrue) < rest, Int(instruction.jumpIfFalse) < rest else {
        throw .badJump(at: place)
      }
    default: throw .badInstruction(at: place)
    }
  }
}
