// SPDX-License-Identifier: MIT

/// Looks for lines of a policy that are allowed and yet mistakes.
///
/// Only the policy's own lines are judged; those of its includes are judged where they stand.
public struct PolicyLint {
  let source: PolicySource
  let outline: PolicyOutline
  private var findings: [PolicyFinding] = []

  /// Every finding, by line.
  ///
  /// - Throws: What resolving the policy throws, which parsing has thrown before.
  public static func findings(in source: PolicySource) throws(PolicyError) -> [PolicyFinding] {
    var lint = PolicyLint(source: source, outline: try source.outline())
    for index in source.policy.statements.indices { lint.judge(index) }
    lint.findUseless()
    return lint.findings.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  private init(source: PolicySource, outline: PolicyOutline) {
    self.source = source
    self.outline = outline
  }

  mutating func note(
    _ kind: PolicyFinding.Kind, _ statement: Int, _ message: String, fix: String
  ) {
    guard source.lines.indices.contains(statement) else { return }
    findings.append(
      PolicyFinding(
        kind: kind, line: source.lines[statement], column: source.columns[statement],
        message: message, fix: fix))
  }

  // MARK: One line by itself

  private mutating func judge(_ index: Int) {
    switch source.policy.statements[index] {
    case .allow(let intent, let reason):
      if let reason { judge(reason, for: intent.name, index) }
    case .admit(let name, let condition, let reason):
      if let reason { judge(reason, for: name, index) }
      guard let call = Syscall.named(name) else { return }
      if let word = Self.requestArguments[name] {
        judgeRequests(of: call, word, condition, index)
      } else if condition == nil, call.needsReason(unconditional: true) {
        note(
          .unguardedGrant, index, "`\(name)` is admitted with all its arguments",
          fix: Self.guardAdvice(for: call))
      }
      judgeCode(call, condition, index)
    case .refuse(_, let refusal): judge(refusal, index)
    case .fallback(let refusal):
      judge(refusal, index)
      if case .errno(let number) = refusal {
        note(
          .silentDefault, index, "calls that no line names are refused and nobody is told",
          fix: "write `default errno \(number) report`")
      }
    case .include, .without: break
    }
  }

  private static let requestArguments = ["ioctl": "request", "prctl": "option"]

  private mutating func judgeRequests(
    of call: Syscall, _ word: String, _ condition: Condition?, _ index: Int
  ) {
    let place = call.arguments.firstIndex { $0.name == word } ?? 0
    // Alternatives were made once already when the policy was parsed.
    let lists = (try? condition?.alternatives(for: call)) ?? [[]]
    let isListed = lists.allSatisfy { tests in
      tests.contains { test in
        guard test.argument == place, case .masked(let mask, _) = test.comparison else {
          return false
        }
        return mask & 0xffff_ffff == 0xffff_ffff
      }
    }
    guard !isListed else { return }
    note(
      .noRequestList, index, "`\(call.name)` may be asked anything: no list of its \(word)s",
      fix: "write `\(call.name): \(word) in {…}` with those that are needed")
  }

  private static func guardAdvice(for call: Syscall) -> String {
    let intents = Intent.all.filter { intent in
      guard let members = try? intent.admissions() else { return false }
      return members.contains { $0.number == call.number && $0.condition != nil }
    }
    if let intent = intents.first {
      return "use `\(intent.name)`, or write a condition: `\(call.name): …`"
    }
    if let argument = call.arguments.first(where: { $0.kind.style != .pointer }) {
      return "write a condition: `\(call.name): \(argument.name) …`, or do without"
    }
    return "do without: no filter can look at its arguments"
  }

  /// Calls that make written memory run, with registers that do it.
  private static let codeProbes: [String: [[UInt64]]] = [
    "mmap": [[0, 4096, 7, 0x22, .max, 0], [0, 4096, 7, 2, 4, 0], [0, 4096, 6, 0x22, .max, 0]],
    "mprotect": [[4096, 4096, 4], [4096, 4096, 5], [4096, 4096, 7]],
    "pkey_mprotect": [[4096, 4096, 4], [4096, 4096, 5], [4096, 4096, 7]],
    "shmat": [[0, 0, 0x8000]], "personality": [[0x40_0000], [0x44_0000]],
  ]

  private mutating func judgeCode(_ call: Syscall, _ condition: Condition?, _ index: Int) {
    guard let probes = Self.codeProbes[call.name] else { return }
    let isSaid = outline.table.grants.contains { $0.name == Intent.writableCodeIntent.name }
    let admission = RuleTable.Admission(
      alternatives: (try? condition?.alternatives(for: call)) ?? [[]], rule: "")
    guard !isSaid, let probe = probes.first(where: admission.matches) else { return }
    let shown = call.describe(probe).joined(separator: ", ")
    note(
      .undoesWriteXorExecute, index,
      "it lets written memory be run: `\(call.name)(\(shown))` passes",
      fix: "use `memory` or `libraries`, or say so: `allow writable-code because \"…\"`")
  }

  private mutating func judge(_ refusal: Refusal, _ index: Int) {
    guard case .errno(let number) = refusal.withoutReport,
      ["EAGAIN", "EINTR", "EBUSY", "ETIMEDOUT"].contains(number.description)
    else { return }
    note(
      .noRefusal, index, "`\(number)` asks the program to try again, which it does for ever",
      fix: "refuse with EPERM, or with ENOSYS where it has another way")
  }

  // MARK: Reasons

  private static let hollowWords: Set<String> = [
    "a", "an", "and", "be", "because", "by", "call", "calls", "do", "does", "due", "fine", "fix",
    "fixme", "for", "has", "have", "in", "is", "it", "its", "just", "must", "need", "needed",
    "needs", "of", "ok", "okay", "please", "program", "reason", "reasons", "required", "requires",
    "safe", "so", "some", "that", "the", "them", "these", "they", "this", "to", "todo", "use",
    "used", "uses", "using", "want", "wants", "we", "will", "work", "works", "xxx", "allow",
    "allowed", "app", "should", "will", "without", "fails", "not", "otherwise", "guest", "tbd",
  ]

  private mutating func judge(_ reason: String, for name: String, _ index: Int) {
    let named = Set(Self.words(name))
    let said = Self.words(reason).filter { !Self.hollowWords.contains($0) && !named.contains($0) }
    guard said.count < 2 else { return }
    note(
      .hollowReason, index, "the reason for `\(name)` says nothing that the line does not",
      fix: "say what the guest does with it, such as \"fetches map tiles\"")
  }

  private static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}

extension Refusal {
  fileprivate var withoutReport: Refusal {
    if case .report(let number) = self { .errno(number) } else { self }
  }
}
