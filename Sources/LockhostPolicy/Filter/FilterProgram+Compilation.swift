// SPDX-License-Identifier: MIT

extension FilterProgram {
  /// One rule as a compiler takes it: an answer for a call whose arguments pass all tests.
  package struct CompilerRule: Hashable, Sendable {
    package let number: UInt32
    package let action: FilterAction
    package let tests: [ArgumentTest]
  }

  /// What a known call gets that no compiler rule matches.
  package var unmatchedAction: FilterAction {
    usesListener ? .notify : Self.plainAction(of: rules.fallback)
  }

  /// What a call through a foreign convention gets.
  ///
  /// The kernel keeps nothing of a call that it kills for, so with a listener it asks: the host notes
  /// the call and kills. Nothing is weaker by that, since such a call is never let through, and is
  /// `ENOSYS` when nobody listens.
  package var foreignAction: FilterAction { usesListener ? .notify : .killProcess }

  /// The rules for a compiler, by number: admissions, and refusals other than `unmatchedAction`.
  package var compilerRules: [CompilerRule] {
    var compiled: [CompilerRule] = []
    for call in Syscall.all.sorted(by: { $0.number < $1.number }) {
      var lists = rules.admissions[call.number]?.flatMap(\.alternatives) ?? []
      lists += launchTests(of: call.number)
      if lists.contains(where: \.isEmpty) {
        compiled.append(CompilerRule(number: call.number, action: .allow, tests: []))
      } else if !lists.isEmpty {
        var seen: Set<[ArgumentTest]> = []
        for list in lists where seen.insert(list).inserted {
          compiled.append(CompilerRule(number: call.number, action: .allow, tests: list))
        }
      } else {
        let refusal = rules.refusals[call.number]?.refusal ?? rules.fallback
        let action = refusalAction(refusal, isConditional: false)
        if action != unmatchedAction {
          compiled.append(CompilerRule(number: call.number, action: action, tests: []))
        }
      }
    }
    return compiled
  }

  /// The tests of the launcher's own rules for a call.
  func launchTests(of number: UInt32) -> [[ArgumentTest]] {
    guard let launch else { return [] }
    func equals(_ argument: Int, _ value: UInt64) -> ArgumentTest {
      ArgumentTest(argument: argument, comparison: .masked(mask: .max, value: value))
    }
    switch number {
    // `AT_EMPTY_PATH`, and nothing else: the path cannot be looked at, but it must be empty then or
    // lead somewhere from a descriptor that is no folder.
    case Syscall.execveat: return [[equals(0, UInt64(launch.executable)), equals(4, 0x1000)]]
    case Syscall.sendmsg: return [[equals(0, UInt64(launch.report))]]
    // The resource, and what marks the launcher's call.
    case Syscall.setrlimit:
      let limit = UInt64(launch.executable)
      return [[equals(0, 7), equals(4, limit), equals(5, limit)]]
    default: return []
    }
  }

  /// What the program answers for a refused call.
  ///
  /// - Parameter isConditional: Whether the call has admissions whose tests failed. A compiler gives
  ///   such a call what it gives everything that no rule matches. With a listener nothing is lost:
  ///   the listener finds the refusal. Without one the policy's default answers.
  func refusalAction(_ refusal: Refusal, isConditional: Bool) -> FilterAction {
    guard !isConditional else { return unmatchedAction }
    if usesListener, case .errno = refusal { return Self.plainAction(of: refusal) }
    return usesListener ? .notify : Self.plainAction(of: refusal)
  }

  private static func plainAction(of refusal: Refusal) -> FilterAction {
    switch refusal {
    case .errno(let number), .report(let number): .errno(number)
    case .kill: .killProcess
    }
  }
}
