// SPDX-License-Identifier: MIT

import CLockhostTesting
import LockhostPolicy
import LockhostSystem

/// Makes calls in a child that has a filter, and tells what came back.
enum KernelAnswers {
  enum Answer: Hashable, Sendable, CustomStringConvertible {
    /// What the call returned; an error is a small negative number.
    case value(Int64)
    /// The child died of this signal.
    case died(Int32)

    static func error(_ code: Int32) -> Answer { .value(-Int64(code)) }

    var description: String {
      switch self {
      case .value(let value) where (-4095 ... -1).contains(value):
        SystemError(call: "", code: Int32(-value)).name
      case .value(let value): String(value)
      case .died(let signal): "died of \(signal)"
      }
    }
  }

  /// A filter that lets everything through: what a call answers without ours.
  static let everything = [FilterInstruction(code: 0x06, operand: FilterAction.allow.rawValue)]

  static func of(
    _ program: FilterProgram, to calls: [SyscallInvocation], as user: Int32
  ) throws -> [Answer] {
    try of(program.instructions, to: calls, as: user)
  }

  static func of(
    _ instructions: [FilterInstruction], to calls: [SyscallInvocation], as user: Int32
  ) throws -> [Answer] {
    try of(
      instructions,
      calls: calls.map { call in
        let a = call.arguments.map(Int64.init(bitPattern:))
        return lh_filtered_call(
          number: Int64(Int32(bitPattern: call.number)),
          arguments: (a[0], a[1], a[2], a[3], a[4], a[5]))
      }, as: user)
  }

  static func of(
    _ program: FilterProgram, toNumbers numbers: [Int64], as user: Int32
  ) throws -> [Answer] {
    try of(
      program.instructions,
      calls: numbers.map { lh_filtered_call(number: $0, arguments: (0, 0, 0, 0, 0, 0)) }, as: user)
  }

  private static func of(
    _ instructions: [FilterInstruction], calls: [lh_filtered_call], as user: Int32
  ) throws -> [Answer] {
    let program = FilterProgram.bytes(of: instructions)
    var results = [Int64](repeating: 0, count: calls.count)
    let code = unsafe program.withUnsafeBytes { bytes in
      unsafe lh_filtered_calls(
        bytes.baseAddress, instructions.count, calls, calls.count, &results, user)
    }
    guard code == 0 else { throw SystemError(call: "lh_filtered_calls", code: -code) }
    return results.map { result in
      result >= Int64(LH_RESULT_DIED)
        ? .died(Int32(truncatingIfNeeded: result - Int64(LH_RESULT_DIED))) : .value(result)
    }
  }
}
