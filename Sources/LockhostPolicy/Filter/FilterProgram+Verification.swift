// SPDX-License-Identifier: MIT

extension FilterProgram {
  /// A call for which the program and its rules differ.
  public struct Disagreement: Hashable, Sendable, CustomStringConvertible {
    /// The call.
    public let call: SyscallInvocation
    /// What the rules want.
    public let expected: FilterAction
    /// What the program answers.
    public let actual: FilterAction

    /// The difference in one line.
    public var description: String {
      let name = Syscall.numbered(call.number)?.name ?? "call \(call.number)"
      let arguments = call.arguments.map { "0x" + String($0, radix: 16) }.joined(separator: ", ")
      return """
        \(name)(\(arguments)) by convention 0x\(String(call.architecture.rawValue, radix: 16)): \
        the rules say \(expected), the program \(actual)
        """
    }
  }

  /// Why a program is not what its rules say.
  public enum VerificationError: Error, Hashable, Sendable {
    /// The kernel would refuse it.
    case fault(FilterEvaluator.Fault)
    /// It answers a call otherwise.
    case disagreement(Disagreement)
  }

  /// What the rules, with the launcher's own, say about a call.
  public func decision(for call: SyscallInvocation) -> Decision {
    if call.architecture == .x86_64,
      launchTests(of: call.number).contains(where: { tests in
        tests.allSatisfy { $0.matches(call.arguments) }
      })
    {
      let names = [Syscall.sendmsg: "report", Syscall.setrlimit: "limit"]
      return .allowed(rule: "the launcher's own \(names[call.number] ?? "exec")")
    }
    return rules.decision(for: call)
  }

  /// What the program must answer for a call, by the rules alone.
  public func expectedAction(for call: SyscallInvocation) -> FilterAction {
    switch decision(for: call) {
    case .allowed: return .allow
    case .foreign: return foreignAction
    case .refused(let refusal, _):
      guard Syscall.numbered(call.number) != nil else { return .errno(.notImplemented) }
      let isConditional =
        rules.admissions[call.number] != nil || !launchTests(of: call.number).isEmpty
      return refusalAction(refusal, isConditional: isConditional)
    }
  }

  /// Compares the program with its rules: every number from 0 to 1023 and the odd ones beyond, in
  /// every calling convention, with every boundary of every rule's arguments.
  ///
  /// - Throws: The first call for which they differ, or what the kernel would refuse the program for.
  public func verify() throws(VerificationError) {
    try verify(calls: boundaryCalls())
  }

  func verify(calls: [SyscallInvocation]) throws(VerificationError) {
    let evaluator: FilterEvaluator
    do {
      evaluator = try FilterEvaluator(instructions)
    } catch {
      throw .fault(error)
    }
    for call in calls {
      let expected = expectedAction(for: call)
      let actual = evaluator.action(for: call)
      guard expected == actual else {
        throw .disagreement(Disagreement(call: call, expected: expected, actual: actual))
      }
    }
  }

  /// The calls that `verify()` compares.
  ///
  /// - Parameter briefly: Only what each number's first rule wants, and zeroes.
  package func boundaryCalls(briefly: Bool = false) -> [SyscallInvocation] {
    var calls: [SyscallInvocation] = []
    for number in UInt32(0)...1023 {
      let tests = argumentTests(of: number)
      let boundaries = BoundaryArguments(tests: tests)
      let vectors = briefly ? boundaries.few : boundaries.all
      calls += vectors.map { SyscallInvocation(number: number, arguments: $0) }
      if briefly && number % 64 != 0 { continue }
      calls.append(SyscallInvocation(number: number | 0x4000_0000))
      for architecture in [SyscallInvocation.Architecture.i386, .aarch64] {
        calls.append(SyscallInvocation(number: number, architecture: architecture))
      }
    }
    for number in [UInt32.max, UInt32.max - 1, 0x7fff_ffff, 0x8000_0000, 0x3fff_ffff, 0x4000_0000] {
      calls.append(SyscallInvocation(number: number))
    }
    calls.append(SyscallInvocation(number: 0, architecture: .init(rawValue: 0)))
    return calls
  }

  private func argumentTests(of number: UInt32) -> [[ArgumentTest]] {
    (rules.admissions[number]?.flatMap(\.alternatives) ?? []) + launchTests(of: number)
  }
}

extension Syscall {
  static let execveat: UInt32 = 322
  static let sendmsg: UInt32 = 46
  static let setrlimit: UInt32 = 160
}
