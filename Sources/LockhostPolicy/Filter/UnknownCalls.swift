// SPDX-License-Identifier: MIT

/// The numbers that are no calls, as far as this lockhost knows, and the code that answers them.
package enum UnknownCalls {
  /// Instructions for the front of a filter: `ENOSYS` for native numbers that the table of calls
  /// does not know; everything else goes on to what follows them.
  ///
  /// Foreign conventions and x32 go on too: they are dealt with there.
  package static var prologue: [FilterInstruction] {
    var gaps: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for number in Syscall.all.map(\.number).sorted() {
      if number > next { gaps.append(next...(number - 1)) }
      next = number + 1
    }
    gaps.append(next...0x3fff_ffff)
    gaps.append(.max ... .max)
    // For each gap: `if >= first` else the next gap; `if > last` then the next gap else answer.
    var code: [FilterInstruction] = []
    let length = gaps.count * 3
    code.append(FilterInstruction(code: 0x20, operand: 4))
    code.append(
      FilterInstruction(
        code: 0x15, jumpIfTrue: 0, jumpIfFalse: UInt8(clamping: length + 1),
        operand: SyscallInvocation.Architecture.x86_64.rawValue))
    code.append(FilterInstruction(code: 0x20, operand: 0))
    for gap in gaps {
      code.append(
        FilterInstruction(code: 0x35, jumpIfTrue: 0, jumpIfFalse: 2, operand: gap.lowerBound))
      code.append(
        FilterInstruction(code: 0x25, jumpIfTrue: 1, jumpIfFalse: 0, operand: gap.upperBound))
      code.append(
        FilterInstruction(
          code: 0x06, operand: FilterAction.errno(.notImplemented).rawValue))
    }
    return code
  }
}
