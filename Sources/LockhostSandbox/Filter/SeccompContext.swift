// SPDX-License-Identifier: MIT

import CSeccomp
import Glibc
import LockhostPolicy
import LockhostSystem

/// One run of libseccomp.
///
/// libseccomp knows one answer for everything that no rule matches, and a call whose arguments match
/// no rule gets that too. So the answer is the listener's notification (which finds the refusal in
/// the rules), and a prologue of our own in front answers `ENOSYS` for numbers that are no calls.
@safe struct SeccompContext: ~Copyable {
  private let context: scmp_filter_ctx

  /// The program of a filter's rules, verified against them by the evaluator.
  static func instructions(
    of filter: FilterProgram
  ) throws(FilterError) -> [FilterInstruction] {
    let context = try make(for: filter)
    for rule in filter.compilerRules { try context.add(rule) }
    let compiled = UnknownCalls.prologue + (try context.exported())
    // The floor's filters hold a number that is replaced in each guest, and so stay as they are.
    let instructions = filter.isForFloor ? compiled : FilterProgram.shortened(compiled)
    guard instructions.count <= 4096 else {
      throw .compiler(call: "seccomp_export_bpf(3)", code: E2BIG, detail: "the filter")
    }
    do {
      try filter.with(instructions).verify()
    } catch {
      throw .disagreement("\(error)")
    }
    return instructions
  }

  private static func make(for filter: FilterProgram) throws(FilterError) -> SeccompContext {
    guard let context = unsafe seccomp_init(filter.unmatchedAction.rawValue) else {
      throw .compiler(call: "seccomp_init(3)", code: EINVAL, detail: "\(filter.unmatchedAction)")
    }
    let made = unsafe SeccompContext(adopting: context)
    // A search tree: 150 calls in a row would cost the last of them 150 comparisons.
    try made.set(SCMP_FLTATR_CTL_OPTIMIZE, to: 2, "a search tree")
    try made.set(
      SCMP_FLTATR_ACT_BADARCH, to: filter.foreignAction.rawValue, "foreign conventions")
    return made
  }

  private init(adopting context: scmp_filter_ctx) { unsafe self.context = context }

  deinit { unsafe seccomp_release(context) }

  private func set(
    _ attribute: scmp_filter_attr, to value: UInt32, _ detail: String
  ) throws(FilterError) {
    let code = unsafe seccomp_attr_set(context, attribute, value)
    guard code == 0 else {
      throw .compiler(call: "seccomp_attr_set(3)", code: -code, detail: detail)
    }
  }

  private func add(_ rule: FilterProgram.CompilerRule) throws(FilterError) {
    let comparisons = rule.tests.map(Self.comparison(of:))
    let code = unsafe comparisons.withUnsafeBufferPointer { buffer in
      unsafe seccomp_rule_add_array(
        context, rule.action.rawValue, Int32(bitPattern: rule.number), UInt32(buffer.count),
        buffer.baseAddress)
    }
    // A wider rule with the same answer is there already.
    guard code == 0 || code == -EEXIST else {
      let name = Syscall.numbered(rule.number)?.name ?? "call \(rule.number)"
      throw .compiler(call: "seccomp_rule_add_array(3)", code: -code, detail: name)
    }
  }

  private func exported() throws(FilterError) -> [FilterInstruction] {
    do {
      let file = try MemoryFile.create(name: "lockhost-filter", bytes: 0)
      let code = unsafe seccomp_export_bpf(context, file.descriptor.rawValue)
      // That answer means that the kernel has refused something, and errno has what.
      if code == -ECANCELED { throw SystemError(call: "write(2)", code: errno) }
      guard code == 0 else {
        throw FilterError.compiler(
          call: "seccomp_export_bpf(3)", code: -code, detail: "the filter")
      }
      let bytes = try file.read(maximumBytes: 4096 * 8)
      guard let instructions = FilterProgram.instructions(from: bytes) else {
        throw FilterError.compiler(
          call: "seccomp_export_bpf(3)", code: EINVAL, detail: "\(bytes.count) bytes")
      }
      return instructions
    } catch let error as SystemError {
      throw .compiler(call: error.call, code: error.code, detail: "the filter")
    } catch let error as FilterError {
      throw error
    } catch {
      throw .disagreement("\(error)")
    }
  }

  private static func comparison(of test: ArgumentTest) -> scmp_arg_cmp {
    let argument = UInt32(test.argument)
    func make(_ operation: scmp_compare, _ a: UInt64, _ b: UInt64 = 0) -> scmp_arg_cmp {
      scmp_arg_cmp(arg: argument, op: operation, datum_a: a, datum_b: b)
    }
    return switch test.comparison {
    case .masked(.max, let value): make(SCMP_CMP_EQ, value)
    case .masked(let mask, let value): make(SCMP_CMP_MASKED_EQ, mask, value)
    case .notEqual(let value): make(SCMP_CMP_NE, value)
    case .below(let value): make(SCMP_CMP_LT, value)
    case .atMost(let value): make(SCMP_CMP_LE, value)
    case .above(let value): make(SCMP_CMP_GT, value)
    case .atLeast(let value): make(SCMP_CMP_GE, value)
    }
  }
}
