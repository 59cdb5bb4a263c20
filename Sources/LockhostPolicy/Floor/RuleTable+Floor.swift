// SPDX-License-Identifier: MIT

extension RuleTable {
  /// Stands in a filter for the guest's own process number, which is known at its birth and not
  /// before; the spawner puts the number in its place.
  ///
  /// Above every number that a process can have (`PID_MAX_LIMIT`, 2²²), so that a filter in which it
  /// was left standing admits nobody.
  package static let ownProcess: UInt64 = 0x4c48_0001

  /// The table as it holds in the tier `floor`.
  ///
  /// Never admits a call that the table refuses.
  ///
  /// - Throws: `FloorRefusal` for the first rule, by number of its call, that cannot be held there.
  package func onFloor() throws(FloorRefusal) -> RuleTable {
    try checkForFloor()
    var admissions = admissions
    var refusals = refusals
    for (names, refusal) in FloorRules.closed {
      for call in names.compactMap(Syscall.named) {
        admissions[call.number] = nil
        refusals[call.number] = NamedRefusal(
          refusal: refusal, rule: "deny \(call.name) \(refusal.text), in tier floor")
      }
    }
    for (number, alternatives) in Self.narrowings {
      guard let entries = admissions[number], let call = Syscall.numbered(number) else { continue }
      let narrowed = entries.compactMap { $0.narrowed(to: alternatives) }
      admissions[number] = narrowed.isEmpty ? nil : narrowed
      let refusal =
        FloorRules.quiet.contains(call.name)
        ? .errno(.notImplemented) : refusals[number]?.refusal ?? fallback
      refusals[number] = NamedRefusal(
        refusal: refusal, rule: "deny \(call.name) \(refusal.text), beyond what tier floor admits")
    }
    var table = RuleTable(
      name: name, admissions: admissions, refusals: refusals, fallback: fallback, grants: grants)
    table.isForFloor = true
    return table
  }

  private func checkForFloor() throws(FloorRefusal) {
    for (names, reason) in FloorRules.impossible {
      let calls = names.flatMap {
        CallGroup.named($0)?.calls ?? [Syscall.named($0)].compactMap(\.self)
      }
      for call in calls {
        guard let admission = admissions[call.number]?.first else { continue }
        throw FloorRefusal(call: call.name, rule: admission.rule, reason: reason)
      }
    }
    if let clone = Syscall.named("clone") {
      for admission in admissions[clone.number] ?? [] where !admission.makesThreadsOnly {
        throw FloorRefusal(
          call: "clone", rule: admission.rule, reason: FloorRules.processReason)
      }
    }
    if let ioctl = Syscall.named("ioctl"),
      let admission = admissions[ioctl.number]?.first(where: \.isUnconditional)
    {
      throw FloorRefusal(
        call: "ioctl", rule: admission.rule,
        reason: "some of its requests reach other processes: name the requests")
    }
  }

  private static let narrowings: [UInt32: [[ArgumentTest]]] = {
    do {
      let members = try Intent("floor", "", rules: FloorRules.narrowed).admissions()
      return Dictionary(
        uniqueKeysWithValues: members.map { ($0.number, $0.admission.alternatives) })
    } catch {
      preconditionFailure("the rules of tier floor do not parse: \(error)")
    }
  }()
}

extension RuleTable.Admission {
  /// `CLONE_THREAD`.
  private static let threadFlag: UInt64 = 0x1_0000

  /// Whether every call that it admits makes a thread.
  fileprivate var makesThreadsOnly: Bool {
    alternatives.allSatisfy { tests in
      tests.contains { test in
        guard test.argument == 0, case .masked(let mask, let value) = test.comparison else {
          return false
        }
        return mask & value & Self.threadFlag != 0
      }
    }
  }

  /// The admission where these hold as well; nil when nothing is left of it.
  fileprivate func narrowed(to others: [[ArgumentTest]]) -> RuleTable.Admission? {
    var lists: [[ArgumentTest]] = []
    for list in alternatives {
      for other in others {
        // What cannot be put into one comparison is left out: never wider, perhaps narrower.
        let merged = try? Condition.merge(list + other) { PolicyError($0, text: rule) }
        if let merged, !lists.contains(merged) { lists.append(merged) }
      }
    }
    guard !lists.isEmpty else { return nil }
    return RuleTable.Admission(alternatives: lists, rule: FloorRules.words(rule))
  }
}
