// SPDX-License-Identifier: MIT

import LockhostPolicy
import Testing

@Suite("Running filters") struct FilterEvaluatorTests {
  static func run(
    _ code: [(UInt16, UInt8, UInt8, UInt32)],
    _ call: SyscallInvocation = SyscallInvocation(number: 5, arguments: [0x1_0000_0002, 3])
  ) throws -> UInt32 {
    try FilterEvaluator(instructions(code)).action(for: call).rawValue
  }

  static func instructions(
    _ code: [(UInt16, UInt8, UInt8, UInt32)]
  ) -> [FilterInstruction] {
    code.map { FilterInstruction(code: $0, jumpIfTrue: $1, jumpIfFalse: $2, operand: $3) }
  }

  @Test(
    "loads take the words of the call",
    arguments: [
      (UInt32(0), UInt32(5)), (4, 0xc000_003e), (8, 0), (16, 2), (20, 1), (24, 3), (28, 0), (56, 0),
      (60, 0),
    ])
  func loads(offset: UInt32, value: UInt32) throws {
    #expect(try Self.run([(0x20, 0, 0, offset), (0x16, 0, 0, 0)]) == value)
  }

  @Test("arithmetic is of 32 bits and wraps")
  func arithmetic() throws {
    let cases: [(UInt16, UInt32, UInt32)] = [
      (0x04, 7, 12), (0x04, .max, 4), (0x14, 7, .max - 1), (0x24, 3, 15), (0x34, 2, 2),
      (0x44, 8, 13),
      (0x54, 4, 4), (0x64, 31, 0x8000_0000), (0x74, 1, 2), (0xa4, 1, 4), (0x84, 0, 0xffff_fffb),
    ]
    for (code, operand, result) in cases {
      #expect(try Self.run([(0x20, 0, 0, 0), (code, 0, 0, operand), (0x16, 0, 0, 0)]) == result)
    }
  }

  @Test("scratch memory and the index register keep values")
  func memory() throws {
    let kept: [(UInt16, UInt8, UInt8, UInt32)] = [
      (0x20, 0, 0, 0), (0x02, 0, 0, 15), (0x00, 0, 0, 9), (0x61, 0, 0, 15), (0x87, 0, 0, 0),
      (0x16, 0, 0, 0),
    ]
    #expect(try Self.run(kept) == 5)
    #expect(
      try Self.run([(0x20, 0, 0, 0), (0x07, 0, 0, 0), (0x0c, 0, 0, 0), (0x16, 0, 0, 0)]) == 10)
    #expect(try Self.run([(0x80, 0, 0, 0), (0x16, 0, 0, 0)]) == 64)
    #expect(try Self.run([(0x20, 0, 0, 0), (0x3c, 0, 0, 0), (0x06, 0, 0, 1)]) == 0, "x is zero")
  }

  @Test("jumps go where they say")
  func jumps() throws {
    for (code, operand, holds) in [
      (UInt16(0x15), UInt32(5), true), (0x15, 4, false), (0x25, 4, true), (0x25, 5, false),
      (0x35, 5, true), (0x35, 6, false), (0x45, 4, true), (0x45, 2, false),
    ] {
      let program: [(UInt16, UInt8, UInt8, UInt32)] = [
        (0x20, 0, 0, 0), (code, 1, 0, operand), (0x06, 0, 0, 0), (0x06, 0, 0, 1),
      ]
      #expect(try Self.run(program) == (holds ? 1 : 0))
    }
    #expect(
      try Self.run([(0x05, 0, 0, 1), (0x06, 0, 0, 7), (0x06, 0, 0, 8)]) == 8)
  }

  @Test("what the kernel would refuse is refused")
  func faults() throws {
    let cases: [([(UInt16, UInt8, UInt8, UInt32)], FilterEvaluator.Fault)] = [
      ([], .length(0)),
      ([(0x20, 0, 0, 64), (0x06, 0, 0, 0)], .badLoad(at: 0)),
      ([(0x20, 0, 0, 2), (0x06, 0, 0, 0)], .badLoad(at: 0)),
      ([(0x28, 0, 0, 0), (0x06, 0, 0, 0)], .badInstruction(at: 0)),
      ([(0x05, 0, 0, 1), (0x06, 0, 0, 0)], .badJump(at: 0)),
      ([(0x05, 0, 0, .max), (0x06, 0, 0, 0)], .badJump(at: 0)),
      ([(0x15, 1, 0, 0), (0x06, 0, 0, 0)], .badJump(at: 0)),
      ([(0x20, 0, 0, 0)], .noReturn),
      ([(0x34, 0, 0, 0), (0x06, 0, 0, 0)], .badConstant(at: 0)),
      ([(0x64, 0, 0, 32), (0x06, 0, 0, 0)], .badConstant(at: 0)),
      ([(0x60, 0, 0, 16), (0x06, 0, 0, 0)], .badLoad(at: 0)),
      (Array(repeating: (0x06, 0, 0, 0), count: 4097), .length(4097)),
    ]
    for (code, fault) in cases {
      #expect(throws: fault) { try FilterEvaluator(Self.instructions(code)) }
    }
  }

  @Test("instructions and bytes are the same thing twice")
  func bytes() throws {
    let code = Self.instructions([(0x15, 1, 2, 0x0102_0304), (0x06, 0, 0, 0x7fff_0000)])
    let bytes = FilterProgram.bytes(of: code)
    #expect(bytes == [0x15, 0, 1, 2, 4, 3, 2, 1, 6, 0, 0, 0, 0, 0, 0xff, 0x7f])
    #expect(FilterProgram.instructions(from: bytes) == code)
    #expect(FilterProgram.instructions(from: bytes.dropLast()) == nil)
    #expect(FilterProgram.instructions(from: []) == nil)
    #expect(FilterProgram.instructions(from: [UInt8](repeating: 0, count: 8 * 4097)) == nil)
  }
}
