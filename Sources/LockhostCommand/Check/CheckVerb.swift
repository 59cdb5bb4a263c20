// SPDX-License-Identifier: MIT

import Lockhost
import LockhostDevice

/// `check`: looks for the known mistakes of an app, or of the package that it is built from.
enum CheckVerb {
  static func run(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let path = BuildVerb.absolute(context.command.operands.first ?? ".")
    let isPackage = PathFacts(path + "/Package.swift", followingLinks: true)?.kind == .file
    let subject = try context.device { () throws(DeviceError) in
      isPackage ? try CheckSubject(package: path) : try CheckSubject(bundle: path)
    }
    var widgets: [StoredControls.Widget] = []
    if !isPackage, !context.command.has("no-run") { widgets = await ask(path) }
    let findings = BundleCheck.findings(in: subject, widgets: widgets)
    if let file = context.command.value("sarif") {
      try RecordFile(path: file).write(CheckSARIF.line(findings, root: subject.path))
    }
    let record = CheckRecord(path: subject.path, findings: findings)
    context.answer(record) {
      findings.isEmpty
        ? [
          "\(FailureText.printable(subject.path)): nothing found by \(BundleCheck.rules.count) rules"
        ]
        : findings.flatMap { lines($0, context.terminal) }
    }
    let errors = findings.count { $0.severity == .error }
    let fails = errors > 0 || context.command.has("strict") && !findings.isEmpty
    return fails ? ExitStatus.failure : ExitStatus.success
  }

  /// What the app's controls say about themselves; nothing where the bundle cannot be loaded, which
  /// other rules tell.
  private static func ask(_ path: String) async -> [StoredControls.Widget] {
    guard let app = try? AppBundle.load(at: path), let host = try? PluginHost() else { return [] }
    let widgets = await ControlInterview.ask(app, host: host)
    await host.close()
    return widgets.map { $0.withIcons(from: app) }
  }

  private static func lines(_ finding: CheckFinding, _ terminal: Terminal) -> [String] {
    let kind = finding.severity == .error ? "error" : "warning"
    let tone: Terminal.Tone = finding.severity == .error ? .bad : .warning
    return [
      terminal.paintOutput("\(kind)[\(finding.code)]", tone)
        + ": " + FailureText.printable("\(finding.path): \(finding.message)"),
      "  fix: " + FailureText.printable(finding.fix) + " (\(finding.rule))",
    ]
  }
}

/// What `check --json` prints.
private struct CheckRecord: Encodable {
  let schema = "lockhost.check/1"
  let path: String
  let errors: Int
  let warnings: Int
  let findings: [CheckFinding]

  init(path: String, findings: [CheckFinding]) {
    self.path = path
    self.findings = findings
    errors = findings.count { $0.severity == .error }
    warnings = findings.count - errors
  }
}
