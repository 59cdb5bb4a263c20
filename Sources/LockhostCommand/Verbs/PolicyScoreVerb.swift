// SPDX-License-Identifier: MIT

import LockhostPolicy

/// `policy score`: how much of the kernel a policy exposes.
enum PolicyScoreVerb {
  static func run(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let threshold = try threshold(context)
    let named = try NamedPolicy.operand(context)
    let exposure = Exposure(of: try named.outline().table)
    let name = named.source.policy.name
    context.answer(ExposureRecord(exposure, policy: name, threshold: threshold)) {
      lines(exposure, name, context.terminal)
    }
    guard let threshold, exposure.score > threshold else { return ExitStatus.success }
    let failure = CommandFailure(
      code: "LH3012",
      "the exposure of `\(name)` is \(exposure.score.tenths), over \(threshold.tenths)",
      help: ["take out a line that is marked above, or raise --threshold"],
      exitStatus: ExitStatus.failure)
    for line in FailureText.lines(failure, on: context.terminal) { context.terminal.complain(line) }
    return failure.exitStatus
  }

  private static func threshold(_ context: CommandContext) throws(CommandFailure) -> Double? {
    guard let text = context.command.value("threshold") else { return nil }
    guard let number = Double(text), (0...10).contains(number) else {
      throw .usage(
        "LH5004", "`--threshold` cannot be `\(text)`", help: ["write a number from 0 to 10"],
        verb: context.command.verb)
    }
    return number
  }

  private static func lines(
    _ exposure: Exposure, _ name: String, _ terminal: Terminal
  ) -> [String] {
    var lines: [String] = []
    let bad = exposure.items.filter { !$0.isGood }
      .sorted { exposure.contribution(of: $0) > exposure.contribution(of: $1) }
    for item in bad {
      let share = "\(exposure.contribution(of: item).tenths) "
      let count = item.admitted == item.outOf ? "" : ", \(item.admitted) of \(item.outOf)"
      lines.append(
        terminal.paintOutput("✗ ", .bad) + share + "\(item.id)\(count)")
      lines += Wrapping.lines(item.sentence, width: HelpText.width - 6).map { "      " + $0 }
      if let fix = item.fix {
        lines += Wrapping.lines("→ " + fix, width: HelpText.width - 6).map { "      " + $0 }
      }
    }
    for item in exposure.items where item.isGood {
      lines.append(
        terminal.paintOutput("✓ ", .good) + "    \(item.id)".padded(to: 27) + " "
          + item.sentence)
    }
    if !exposure.grants.isEmpty {
      lines += ["", terminal.paintOutput("Dangerous grants, with their reasons", .strong)]
      lines += exposure.grants.map { "  \($0.name): \(FailureText.printable($0.reason))" }
    }
    return lines + [
      "",
      terminal.paintOutput(
        "Exposure of \(name): \(exposure.score.tenths) of 10, \(exposure.rating.rawValue)",
        .strong),
    ]
  }
}

/// What `policy score --json` prints.
private struct ExposureRecord: Encodable {
  struct Item: Encodable {
    let id: String
    let weight: Int
    let admitted: Int
    let outOf: Int
    let contribution: Double
    let sentence: String
    let fix: String?
  }

  let schema = "lockhost.policy-score/1"
  let policy: String
  let exposure: Double
  let rating: String
  let threshold: Double?
  let items: [Item]
  let grants: [GrantRecord]

  init(_ exposure: Exposure, policy: String, threshold: Double?) {
    self.policy = policy
    self.exposure = exposure.score.rounded(toPlaces: 2)
    self.threshold = threshold
    rating = exposure.rating.rawValue
    items = exposure.items.map {
      Item(
        id: $0.id, weight: $0.weight, admitted: $0.admitted, outOf: $0.outOf,
        contribution: exposure.contribution(of: $0).rounded(toPlaces: 3), sentence: $0.sentence,
        fix: $0.fix)
    }
    grants = exposure.grants.map(GrantRecord.init)
  }
}
