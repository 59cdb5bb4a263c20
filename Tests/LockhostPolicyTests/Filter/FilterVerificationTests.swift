// SPDX-License-Identifier: MIT

import Testing

@testable import LockhostPolicy

@Suite("Comparing programs with rules") struct FilterVerificationTests {
  /// A filter for a policy that kills foreign calls and else gives each number one answer.
  private func program(
    _ text: String, answers: [(UInt32, FilterAction)], otherwise: FilterAction
  ) throws -> FilterProgram {
    var code = UnknownCalls.prologue
    code += [
      FilterInstruction(code: 0x20, operand: 4),
      FilterInstruction(code: 0x15, jumpIfTrue: 1, operand: 0xc000_003e),
      FilterInstruction(code: 0x06, operand: FilterAction.killProcess.rawValue),
      FilterInstruction(code: 0x20, operand: 0),
      FilterInstruction(code: 0x35, jumpIfFalse: 1, operand: 0x4000_0000),
      FilterInstruction(code: 0x06, operand: FilterAction.killProcess.rawValue),
    ]
    for (number, action) in answers {
      code.append(FilterInstruction(code: 0x15, jumpIfFalse: 1, operand: number))
      code.append(FilterInstruction(code: 0x06, operand: action.rawValue))
    }
    code.append(FilterInstruction(code: 0x06, operand: otherwise.rawValue))
    return FilterProgram(
      instructions: code, rules: try Policy(parsing: text).resolved(), launch: nil,
      usesListener: false)
  }

  @Test("a program that is its rules passes")
  func right() throws {
    try program(
      "policy x\nallow read\nkill ptrace", answers: [(0, .allow), (101, .killProcess)],
      otherwise: .errno(.notPermitted)
    ).verify()
  }

  @Test("a program that admits one call more, or one less, does not")
  func wrong() throws {
    for (answers, number) in [
      ([(UInt32(0), FilterAction.allow), (41, .allow)], UInt32(41)), ([], 0),
      ([(0, .errno(.notImplemented))], 0),
    ] {
      let program = try program(
        "policy x\nallow read", answers: answers, otherwise: .errno(.notPermitted))
      let error = #expect(throws: FilterProgram.VerificationError.self) { try program.verify() }
      guard case .disagreement(let disagreement) = error else {
        Issue.record("no disagreement")
        continue
      }
      #expect(disagreement.call.number == number)
    }
  }

  @Test("a program that forgets the upper half does not pass")
  func halves() throws {
    var code = UnknownCalls.prologue
    code += [
      FilterInstruction(code: 0x20, operand: 4),
      FilterInstruction(code: 0x15, jumpIfTrue: 1, operand: 0xc000_003e),
      FilterInstruction(code: 0x06, operand: FilterAction.killProcess.rawValue),
      FilterInstruction(code: 0x20, operand: 0),
      FilterInstruction(code: 0x35, jumpIfFalse: 1, operand: 0x4000_0000),
      FilterInstruction(code: 0x06, operand: FilterAction.killProcess.rawValue),
      FilterInstruction(code: 0x15, jumpIfFalse: 3, operand: 0),
      FilterInstruction(code: 0x20, operand: 16),
      FilterInstruction(code: 0x15, jumpIfFalse: 1, operand: 3),
      FilterInstruction(code: 0x06, operand: FilterAction.allow.rawValue),
      FilterInstruction(code: 0x06, operand: FilterAction.errno(.notPermitted).rawValue),
    ]
    let program = FilterProgram(
      instructions: code, rules: try Policy(parsing: "policy x\nread: fd == 3").resolved(),
      launch: nil, usesListener: false)
    let error = #expect(throws: FilterProgram.VerificationError.self) { try program.verify() }
    guard case .disagreement(let disagreement) = error else {
      Issue.record("no disagreement")
      return
    }
    #expect(disagreement.call.arguments[0] & 0xffff_ffff == 3)
    #expect(disagreement.call.arguments[0] != 3)
  }

  @Test("the prologue is what it says")
  func prologue() throws {
    let last = FilterInstruction(code: 0x06, operand: FilterAction.allow.rawValue)
    let evaluator = try FilterEvaluator(UnknownCalls.prologue + [last])
    for number in UInt32(0)...1200 {
      let known = Syscall.numbered(number) != nil
      #expect(
        evaluator.action(for: SyscallInvocation(number: number))
          == (known ? .allow : .errno(.notImplemented)))
    }
    for number: UInt32 in [0x4000_0000, 0x4000_0027, 0x7fff_ffff, .max - 1] {
      #expect(evaluator.action(for: SyscallInvocation(number: number)) == .allow)
    }
    #expect(
      evaluator.action(for: SyscallInvocation(number: .max)) == .errno(.notImplemented))
    #expect(
      evaluator.action(for: SyscallInvocation(number: 900, architecture: .i386)) == .allow)
  }
}
