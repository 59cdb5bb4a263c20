// SPDX-License-Identifier: MIT

// Lines that change nothing, seen among all the others.

extension PolicyLint {
  /// Takes lines away from the last to the first as long as nothing changes.
  mutating func findUseless() {
    var useless: Set<Int> = []
    for index in source.policy.statements.indices.reversed() {
      switch source.policy.statements[index] {
      case .allow(let intent, _): judgeIntent(intent, index, &useless)
      case .admit(let name, _, _): judgeAdmission(of: name, index, &useless)
      case .refuse, .fallback, .include, .without: judgeEffect(index, &useless)
      }
    }
  }

  private mutating func judgeIntent(_ intent: Intent, _ index: Int, _ useless: inout Set<Int>) {
    let rules = outline.rules.values.joined().filter { $0.intent == intent.name }
    if !rules.contains(where: { $0.origin.statement == index }) {
      useless.insert(index)
      note(
        .shadowedLine, index, "a later `without` takes `\(intent.name)` back",
        fix: "delete it here")
    } else if let other = rules.first(where: {
      $0.origin.statement != index && !useless.contains($0.origin.statement)
    }) {
      useless.insert(index)
      note(
        .redundantLine, index, "`\(intent.name)` is granted already (\(other.origin.text))",
        fix: "delete it here")
    }
  }

  private mutating func judgeAdmission(of name: String, _ index: Int, _ useless: inout Set<Int>) {
    guard let call = Syscall.named(name) else { return }
    let rules = outline.rules[call.number] ?? []
    let own = rules.filter { $0.origin.statement == index }
    guard !own.isEmpty else {
      useless.insert(index)
      note(.shadowedLine, index, "a later `without` takes `\(name)` back", fix: "delete it here")
      return
    }
    let others = rules.filter {
      $0.origin.statement != index && !useless.contains($0.origin.statement)
    }
    let region = ArgumentRegion(own.flatMap(\.admission.alternatives))
    let covered = ArgumentRegion(others.flatMap(\.admission.alternatives))
    guard region.isSubset(of: covered) else { return }
    useless.insert(index)
    let isConditional = !own.contains(where: \.admission.isUnconditional)
    if isConditional, let wide = others.first(where: \.admission.isUnconditional) {
      note(
        .shadowedLine, index, "`\(name)` is admitted with any arguments (\(wide.origin.text))",
        fix: "delete it, or the wider line")
    } else {
      let place = others.first.map { " (\($0.origin.text))" } ?? ""
      note(
        .redundantLine, index, "all that it admits of `\(name)` is admitted already\(place)",
        fix: "delete it")
    }
  }

  /// Lines about refusals, and includes: those without which no program would notice a change.
  private mutating func judgeEffect(_ index: Int, _ useless: inout Set<Int>) {
    // A policy that has no meaning without the line needs the line.
    guard let with = try? source.outline(without: useless),
      let without = try? source.outline(without: useless.union([index])),
      PolicyDifference(from: with.table, to: without.table).isEmpty
    else { return }
    switch source.policy.statements[index] {
    // A default that stands nowhere else is said for the reader.
    case .fallback where without.fallbackOrigin == nil: return
    // So is a refusal that the default would give too: records name the rule.
    case .refuse
    where with.refusalOrigins.keys.contains {
      without.refusalOrigins[$0] == nil && !with.admitsAll(of: $0)
    }:
      return
    default: break
    }
    useless.insert(index)
    switch source.policy.statements[index] {
    case .include(let name):
      note(
        .unusedInclude, index, "without `\(name)` the policy would be the same",
        fix: "delete it from the line")
    case .fallback:
      note(.redundantLine, index, "that is the default already", fix: "delete it")
    case .without:
      note(
        .redundantLine, index, "it takes back nothing that is granted above",
        fix: "delete it, or move it below what it is meant for")
    default:
      let isLost = !outline.refusalOrigins.values.contains { $0.statement == index }
      note(
        isLost ? .shadowedLine : .redundantLine, index,
        isLost
          ? "later lines refuse everything that it refuses, in their own way"
          : "everything that it names is refused so already, or admitted",
        fix: "delete it")
    }
  }
}

extension PolicyOutline {
  fileprivate func admitsAll(of number: UInt32) -> Bool {
    (rules[number] ?? []).contains(where: \.admission.isUnconditional)
  }
}
