// SPDX-License-Identifier: MIT

extension FilterProgram {
  /// A filter that asks the listener about every call, to learn what a program does.
  ///
  /// What the rules say is left to the listener, which kills for other calling conventions too. The
  /// launcher's own calls pass: they are no part of the program.
  public static func recording(
    _ rules: RuleTable, launch: LaunchDescriptors?
  ) -> FilterProgram {
    var code: [FilterInstruction] = [
      .load(4), .compare(with: SyscallInvocation.Architecture.x86_64.rawValue, skip: 1, else: 0),
      .answer(.notify), .load(0),
    ]
    let program = FilterProgram(
      instructions: [], rules: rules, launch: launch, usesListener: true)
    for number in [Syscall.execveat, Syscall.sendmsg, Syscall.setrlimit] {
      for tests in program.launchTests(of: number) {
        var body: [FilterInstruction] = []
        let words = tests.flatMap { test -> [(offset: UInt32, value: UInt32)] in
          guard case .masked(.max, let value) = test.comparison else { return [] }
          let offset = UInt32(16 + 8 * test.argument)
          return [
            (offset, UInt32(truncatingIfNeeded: value)),
            (offset + 4, UInt32(truncatingIfNeeded: value >> 32)),
          ]
        }
        for (place, word) in words.enumerated() {
          let rest = UInt8(truncatingIfNeeded: 2 * (words.count - place - 1) + 1)
          body += [.load(word.offset), .compare(with: word.value, skip: 0, else: rest)]
        }
        body += [.answer(.allow), .answer(.notify)]
        code.append(
          .compare(with: number, skip: 0, else: UInt8(truncatingIfNeeded: body.count)))
        code += body
      }
    }
    return program.with(code + [.answer(.notify)])
  }
}

extension FilterInstruction {
  /// Loads a word of the call's description.
  fileprivate static func load(_ offset: UInt32) -> FilterInstruction {
    FilterInstruction(code: 0x20, operand: offset)
  }

  /// Skips some instructions when the loaded word is a value, and others when it is not.
  fileprivate static func compare(
    with value: UInt32, skip yes: UInt8, else no: UInt8
  ) -> FilterInstruction {
    FilterInstruction(code: 0x15, jumpIfTrue: yes, jumpIfFalse: no, operand: value)
  }

  fileprivate static func answer(_ action: FilterAction) -> FilterInstruction {
    FilterInstruction(code: 0x06, operand: action.rawValue)
  }
}
