// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice

/// Findings as SARIF 2.1.0, for code scanning: the rules of `check`, and a result for each finding.
enum CheckSARIF {
  /// The report as one line.
  ///
  /// - Parameter root: What the paths of the results are relative to.
  static func line(_ findings: [CheckFinding], root: String) -> String {
    JSONLine.encode(
      Log(runs: [
        .init(
          tool: .init(driver: .init(rules: BundleCheck.rules.map(rule))),
          results: findings.map { result($0, root) })
      ]))
  }

  private static func rule(_ rule: CheckRule) -> Log.Rule {
    let article = ErrorArticle.article(rule.code.rawValue)
    return Log.Rule(
      id: rule.id, shortDescription: .init(text: rule.title + "."),
      fullDescription: .init(text: article?.why ?? rule.title + "."),
      help: .init(text: (article?.steps ?? []).joined(separator: " ")),
      defaultConfiguration: .init(level: rule.severity.rawValue))
  }

  private static func result(_ finding: CheckFinding, _ root: String) -> Log.Result {
    let path =
      finding.path.hasPrefix(root + "/")
      ? String(finding.path.dropFirst(root.count + 1)) : finding.path
    let uri = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? "unknown"
    return Log.Result(
      ruleId: finding.rule, level: finding.severity.rawValue,
      message: .init(text: "\(finding.message). \(finding.fix) (\(finding.code))."),
      locations: [.init(physicalLocation: .init(artifactLocation: .init(uri: uri)))],
      partialFingerprints: ["check/v1": "\(finding.rule) \(path)"])
  }

  private struct Log: Encodable {
    struct Text: Encodable { let text: String }
    struct Configuration: Encodable { let level: String }

    struct Rule: Encodable {
      let id: String
      let shortDescription: Text
      let fullDescription: Text
      let help: Text
      let defaultConfiguration: Configuration
    }

    struct Driver: Encodable {
      let name = "lockhost check"
      let version = CommandVersion.text
      let rules: [Rule]
    }

    struct Tool: Encodable { let driver: Driver }
    struct Artifact: Encodable { let uri: String }
    struct Physical: Encodable { let artifactLocation: Artifact }
    struct Place: Encodable { let physicalLocation: Physical }

    struct Result: Encodable {
      let ruleId: String
      let level: String
      let message: Text
      let locations: [Place]
      let partialFingerprints: [String: String]
    }

    struct Run: Encodable {
      let tool: Tool
      let results: [Result]
    }

    let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    let version = "2.1.0"
    let runs: [Run]

    enum CodingKeys: String, CodingKey {
      case schema = "$schema"
      case version, runs
    }
  }
}
