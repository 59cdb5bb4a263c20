// SPDX-License-Identifier: MIT

// Which rules a proposal takes for what was seen.

extension PolicyProposal {
  /// Calls that a program makes or not as the moment will have it, by the call that shows that it may.
  private static let companions: [(sign: String, calls: [String])] = [
    // A handler that is set may run at any time.
    ("rt_sigaction", ["rt_sigreturn"]),
    // Threads meet each other on one day and not on another.
    ("clone", ["futex", "sched_yield", "exit"]),
    // The kernel makes it itself, when a call is stopped and goes on.
    ("futex", ["restart_syscall"]), ("poll", ["restart_syscall"]),
    ("nanosleep", ["restart_syscall"]), ("clock_nanosleep", ["restart_syscall"]),
  ]

  static func addCompanions(
    to seen: inout [UInt32: [[UInt64]]], under outline: PolicyOutline
  ) {
    func add(_ name: String) {
      guard let number = Syscall.named(name)?.number, seen[number] == nil,
        outline.rules[number]?.contains(where: \.admission.isUnconditional) == true
      else { return }
      seen[number] = [[0, 0, 0, 0, 0, 0]]
    }
    for (sign, calls) in companions {
      guard let call = Syscall.named(sign), seen[call.number] != nil else { continue }
      for name in calls { add(name) }
    }
    // Whatever a program does, it ends.
    add("exit_group")
  }

  /// What is left of some rules beside intents that are granted whole.
  static func beyond(
    _ intents: some Sequence<String>, _ chosen: [String: [Policy.Statement]]
  ) -> [String: [Policy.Statement]] {
    var granted: [UInt32: [[ArgumentTest]]] = [:]
    for intent in intents.compactMap(Intent.init(named:)) {
      for member in (try? intent.admissions()) ?? [] {
        granted[member.number, default: []] += member.admission.alternatives
      }
    }
    return chosen.mapValues { statements in
      statements.filter { statement in
        guard case .admit(let name, let condition, _) = statement, let call = Syscall.named(name),
          let others = granted[call.number]
        else { return true }
        let own = (try? condition?.alternatives(for: call)) ?? [[]]
        return !ArgumentRegion(own).isSubset(of: ArgumentRegion(others))
      }
    }.filter { !$1.isEmpty }
  }

  /// The conditional rules that cover all vectors, as few as can be had by taking the best first;
  /// or one rule that covers everything.
  static func narrowest(
    _ rules: [PolicyOutline.Rule], covering vectors: [[UInt64]]
  ) -> [PolicyOutline.Rule] {
    var open = vectors
    var picked: [PolicyOutline.Rule] = []
    // What needs no token comes before what does.
    let candidates =
      rules.filter { !$0.admission.isUnconditional && $0.reason == nil }
      + rules.filter { !$0.admission.isUnconditional && $0.reason != nil }
    while !open.isEmpty {
      let best = candidates.map { rule in (rule, open.count(where: rule.admission.matches)) }
        .reduce(nil as (PolicyOutline.Rule, Int)?) { best, next in
          next.1 > best?.1 ?? 0 ? next : best
        }
      guard let best else {
        let wide = rules.filter(\.admission.isUnconditional)
        return (wide.first { $0.reason == nil } ?? wide.first).map { [$0] } ?? picked
      }
      picked.append(best.0)
      open.removeAll(where: best.0.admission.matches)
    }
    return picked
  }

  static func statement(
    _ call: Syscall, _ rule: PolicyOutline.Rule, _ vectors: [[UInt64]]
  ) -> Policy.Statement {
    let condition =
      rule.condition.map { condition in
        condition.narrowed(to: vectors.filter(rule.admission.matches), of: call)
      } ?? readingOnly(call, vectors)
    return .admit(
      syscall: call.name, condition,
      because: call.needsReason(unconditional: condition == nil) ? rule.reason : nil)
  }

  /// For a program that opens nothing for writing: opening without any flag that does.
  private static func readingOnly(_ call: Syscall, _ vectors: [[UInt64]]) -> Condition? {
    guard ["open", "openat"].contains(call.name),
      let place = call.arguments.firstIndex(where: { $0.name == "flags" })
    else { return nil }
    let writing: [Condition.Term] = ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC"].map { .name($0) }
    let condition = Condition.test(
      argument: "flags", .within(Condition.Value(terms: writing, isComplement: true)))
    let isReading = vectors.allSatisfy { $0[place] <= 0xffff_ffff && $0[place] & 0x243 == 0 }
    return isReading ? condition : nil
  }
}

extension Condition {
  /// The condition with lists cut to what some registers have, and without parts that none of them
  /// passes.
  func narrowed(to vectors: [[UInt64]], of call: Syscall) -> Condition {
    switch self {
    case .test(let argument, .oneOf(let values)):
      let seen = values.filter { value in
        Condition.test(argument: argument, .equals(value)).admits(anyOf: vectors, of: call)
      }
      return switch seen.count {
      case 0: self
      case 1: .test(argument: argument, .equals(seen[0]))
      default: .test(argument: argument, .oneOf(seen))
      }
    case .test: return self
    case .all(let parts): return .all(parts.map { $0.narrowed(to: vectors, of: call) })
    case .any(let parts):
      let seen = parts.filter { $0.admits(anyOf: vectors, of: call) }
      guard let first = seen.first else { return self }
      let narrow = seen.map { part in
        part.narrowed(to: vectors.filter { part.admits(anyOf: [$0], of: call) }, of: call)
      }
      return seen.count == 1
        ? first.narrowed(to: vectors, of: call) : .any(narrow)
    }
  }

  private func admits(anyOf vectors: [[UInt64]], of call: Syscall) -> Bool {
    guard let lists = try? alternatives(for: call) else { return false }
    let admission = RuleTable.Admission(alternatives: lists, rule: "")
    return vectors.contains(where: admission.matches)
  }
}
