// SPDX-License-Identifier: MIT

import LockhostSandbox
import LockhostSystem

/// `doctor`: what this machine allows, what is missing, how to get it.
enum DoctorVerb {
  static func run(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let spawner: Spawner
    do throws(SystemError) {
      spawner = try Spawner()
    } catch {
      throw CommandFailure(SandboxError.system(error))
    }
    let trials = await SandboxTier.available(with: spawner)
    let best = Diagnosis.best(trials)
    var groups: GroupTrial?
    if let best { groups = await GroupTrial.run(in: best) }
    let findings = Diagnosis.findings(
      MachineFacts.current(), trials, groups: groups,
      swift: ProgramSearch.find("swift", path: context.environment["PATH"]))
    context.answer(DoctorRecord(tier: best?.rawValue, findings: findings)) {
      lines(best, findings, context.terminal)
    }
    guard best != nil else {
      throw CommandFailure(
        code: "LH3001", "no sandbox can be made on this machine",
        help: findings.filter { $0.state == .missing }.compactMap(\.fix),
        exitStatus: ExitStatus.unavailable)
    }
    return ExitStatus.success
  }

  private static func lines(
    _ best: SandboxTier?, _ findings: [DoctorFinding], _ terminal: Terminal
  ) -> [String] {
    let width = (findings.map(\.title.count).max() ?? 0) + 2
    var lines = [
      "Sandbox: " + terminal.paintOutput(best.map { "tier \($0.rawValue)" } ?? "none", .strong), "",
    ]
    for finding in findings {
      let (word, tone): (String, Terminal.Tone) =
        switch finding.state {
        case .ok: ("ok", .good)
        case .limited: ("limited", .warning)
        case .missing: ("MISSING", .bad)
        }
      let indent = String(repeating: " ", count: 9 + width)
      lines.append(
        terminal.paintOutput(word.padded(to: 9), tone) + finding.title.padded(to: width)
          + finding.detail)
      if let costs = finding.costs { lines.append(indent + "without it: " + costs) }
      if let fix = finding.fix { lines.append(indent + "fix: " + fix) }
    }
    return lines
  }
}

/// What `doctor --json` prints.
private struct DoctorRecord: Encodable {
  let schema = "lockhost.doctor/1"
  let tier: String?
  let findings: [DoctorFinding]
}
