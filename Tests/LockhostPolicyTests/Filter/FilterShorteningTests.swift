// SPDX-License-Identifier: MIT

import LockhostPolicy
import Testing

@Suite("Shorter filters") struct FilterShorteningTests {
  typealias Line = (UInt16, UInt8, UInt8, UInt32)

  /// Values at and beside every value that a program compares with, in every word that it loads.
  private static func calls(for program: [FilterInstruction]) -> [SyscallInvocation] {
    var values: Set<UInt32> = [0, 1, .max]
    for instruction in program where instruction.code & 0x07 == 0x05 {
      values.formUnion([
        instruction.operand, instruction.operand &+ 1, instruction.operand &- 1,
      ])
    }
    let known = SyscallInvocation.Architecture.x86_64
    var calls: [SyscallInvocation] = []
    for value in values {
      calls.append(
        SyscallInvocation(number: 5, architecture: .init(rawValue: value), arguments: [7, 7]))
      for argument in values {
        for high in [UInt64(0), 1 << 32] {
          calls.append(
            SyscallInvocation(
              number: value, architecture: known, arguments: [UInt64(argument) | high, 7]))
        }
      }
    }
    return calls
  }

  private func expectSame(_ lines: [Line], shorterThan limit: Int) throws {
    let program = FilterEvaluatorTests.instructions(lines)
    let shorter = FilterProgram.shortened(program)
    #expect(shorter.count < limit, "\(shorter.count) instructions of \(program.count)")
    let (one, other) = (try FilterEvaluator(program), try FilterEvaluator(shorter))
    for call in Self.calls(for: program) {
      #expect(one.action(for: call) == other.action(for: call), "\(call)")
    }
  }

  private static let head: [Line] = [
    (0x20, 0, 0, 4), (0x15, 1, 0, 0xc000_003e), (0x06, 0, 0, 0), (0x20, 0, 0, 0),
  ]

  @Test("values in a row that lead to one answer are one stretch")
  func row() throws {
    var lines = Self.head
    for number in 0..<100 { lines.append((0x15, UInt8(100 - number), 0, UInt32(number))) }
    lines += [(0x06, 0, 0, 1), (0x06, 0, 0, 2)]
    try expectSame(lines, shorterThan: 8)
  }

  @Test("single values keep a comparison each, and what follows from them")
  func singles() throws {
    var lines = Self.head
    for number in 0..<60 {
      lines += [(0x15, 0, 1, UInt32(number * 7)), (0x06, 0, 0, UInt32(number))]
    }
    lines.append((0x06, 0, 0, 1000))
    try expectSame(lines, shorterThan: lines.count + 1)
  }

  @Test("arguments are compared in both halves, and with their masks")
  func arguments() throws {
    let lines: [Line] =
      Self.head + [
        (0x15, 0, 6, 9), (0x20, 0, 0, 20), (0x15, 0, 4, 0), (0x20, 0, 0, 16), (0x54, 0, 0, 0xfc),
        (0x15, 0, 1, 4), (0x06, 0, 0, 1), (0x06, 0, 0, 2),
      ]
    try expectSame(lines, shorterThan: lines.count + 1)
  }

  @Test("answers and tests that are far away are reached all the same")
  func far() throws {
    // Hundreds of singles with answers of their own, so that nothing can be joined, and one answer that
    // all the others share.
    var lines = Self.head
    for number in 0..<700 {
      lines.append((0x15, 0, 1, UInt32(number * 3)))
      lines.append((0x06, 0, 0, UInt32(number)))
    }
    lines.append((0x06, 0, 0, 5000))
    let program = FilterEvaluatorTests.instructions(lines)
    let evaluator = try FilterEvaluator(FilterProgram.shortened(program))
    for number in UInt32(0)..<2200 {
      let wanted = number % 3 == 0 && number < 2100 ? number / 3 : 5000
      #expect(evaluator.action(for: SyscallInvocation(number: number)).rawValue == wanted)
    }
  }

  @Test("a program that does anything else stays as it is")
  func unsuited() {
    for odd in [Line(0x02, 0, 0, 1), (0x07, 0, 0, 0), (0x45, 0, 0, 1), (0x04, 0, 0, 1)] {
      let program = FilterEvaluatorTests.instructions(
        [(0x20, 0, 0, 0), odd] + Array(repeating: (0x15, 0, 0, 3), count: 20) + [(0x06, 0, 0, 0)])
      #expect(FilterProgram.shortened(program) == program)
    }
  }
}
