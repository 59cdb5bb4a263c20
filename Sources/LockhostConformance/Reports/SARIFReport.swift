// SPDX-License-Identifier: MIT

import Foundation

/// Reports as SARIF 2.1.0, for code scanning: a rule for each promise, a result for each verdict.
package enum SARIFReport {
  private struct Log: Encodable {
    let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    let version = "2.1.0"
    let runs: [Run]

    enum CodingKeys: String, CodingKey {
      case schema = "$schema"
      case version, runs
    }
  }

  private struct Run: Encodable {
    let tool: Tool
    let results: [Result]
    let properties: Properties
  }

  private struct Properties: Encodable {
    let launcher: String
    let commandLine: String
    let launcherVersion: String
    let host: HostFacts
    let score: Double
  }

  private struct Tool: Encodable { let driver: Driver }

  private struct Driver: Encodable {
    let name = "lockhost conformance"
    let version: String
    let rules: [Rule]
  }

  private struct Text: Encodable { let text: String }

  private struct Rule: Encodable {
    let id: String
    let shortDescription: Text
    let fullDescription: Text
    let help: Text
    let properties: RuleProperties
  }

  private struct RuleProperties: Encodable {
    let tags: [String]
    let securitySeverity: String

    enum CodingKeys: String, CodingKey {
      case tags
      case securitySeverity = "security-severity"
    }
  }

  private struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int
    let kind: String
    let level: String
    let message: Text
    let locations: [Location]
    let partialFingerprints: [String: String]
    let suppressions: [Suppression]?
  }

  private struct Suppression: Encodable {
    let kind = "external"
    let justification: String
  }

  private struct Location: Encodable {
    let physicalLocation: PhysicalLocation?
    let logicalLocations: [LogicalLocation]
  }

  private struct PhysicalLocation: Encodable { let artifactLocation: ArtifactLocation }
  private struct ArtifactLocation: Encodable { let uri: String }

  private struct LogicalLocation: Encodable {
    let name: String
    let kind = "resource"
  }

  /// The report's one line.
  package static func lines(_ report: ConformanceReport) -> [String] {
    let run = report.run
    let log = Log(runs: [
      Run(
        tool: Tool(
          driver: Driver(version: run.version, rules: report.verdicts.map(rule))),
        results: report.verdicts.enumerated().map { result($1, at: $0, run) },
        properties: Properties(
          launcher: run.launcher, commandLine: run.commandLine,
          launcherVersion: run.launcherVersion, host: run.host, score: report.score))
    ])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(log) else { return [] }
    return [String(decoding: data, as: UTF8.self)]
  }

  private static func rule(_ verdict: VerdictRecord) -> Rule {
    Rule(
      id: verdict.id, shortDescription: Text(text: verdict.sentence + "."),
      fullDescription: Text(text: verdict.why),
      help: Text(
        text: ([verdict.fix] + verdict.references.map { "See \($0)." }).joined(separator: " ")),
      properties: RuleProperties(
        tags: ["security", "sandbox", verdict.group.rawValue],
        securitySeverity: ["3.0", "6.0", "9.0"][min(max(verdict.weight, 1), 3) - 1]))
  }

  private static func result(_ verdict: VerdictRecord, at index: Int, _ run: RunRecord) -> Result {
    let (kind, level) =
      switch verdict.outcome {
      case .passed: ("pass", "none")
      case .failed: ("fail", verdict.weight > 2 ? "error" : "warning")
      case .documented: ("fail", "note")
      case .inconclusive: ("open", "none")
      case .skipped: ("notApplicable", "none")
      case .reported: ("informational", "none")
      }
    let reason = PlainText.line(verdict.reason ?? "")
    return Result(
      ruleId: verdict.id, ruleIndex: index, kind: kind, level: level,
      message: Text(
        text: reason.isEmpty ? verdict.sentence + "." : "\(verdict.sentence): \(reason)"),
      locations: [
        Location(
          physicalLocation: run.policy.flatMap(uri).map {
            PhysicalLocation(artifactLocation: ArtifactLocation(uri: $0))
          },
          logicalLocations: [LogicalLocation(name: run.launcher)])
      ],
      partialFingerprints: ["promise/v1": "\(verdict.id) \(run.launcher)"],
      suppressions: verdict.outcome == .documented ? [Suppression(justification: reason)] : nil)
  }

  /// A policy that is a file, as a relative or absolute reference; nil for a built-in one.
  private static func uri(_ policy: String) -> String? {
    guard policy.contains("/") || policy.contains(".") else { return nil }
    return policy.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
  }
}
