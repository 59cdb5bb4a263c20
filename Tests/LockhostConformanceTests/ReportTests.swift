// SPDX-License-Identifier: MIT

import Foundation
import LockhostSandbox
import LockhostTesting
import Testing

@testable import LockhostConformance

/// The forms of a report, each read by a program that is not ours.
@Suite("Reports") struct ReportTests {
  private struct Somebody: ProbeLauncher {
    let name = "some \"launcher\" <1> & more"
    let commandLine = "launcher {probe}"
    let version = "1.0"
    let tier: SandboxTier? = nil
    let isOpen = false
    func launch(_ request: ProbeRequest) async -> LaunchedProbe { LaunchedProbe(.failed("")) }
  }

  /// One verdict of each outcome, with everything in its words that a format could stumble over.
  private static func report(shard: String? = nil) throws -> ConformanceReport {
    let outcomes: [Verdict.Outcome] = [
      .passed, .failed, .inconclusive, .documented, .skipped, .reported,
    ]
    let nasty = "a # hash, 'quotes' \"too\", <tags> & \\ \u{1B}[31m, ünï\ttab ]]> \u{0}end"
    let verdicts = outcomes.enumerated().map { index, outcome in
      let promise = Promise(
        "LH-NET-90\(index)", index % 2 == 0 ? .network : .files, "Sentence with \(nasty)",
        why: "Because of \(nasty).", references: ["CVE-2024-1086"], fix: "Do \(nasty).",
        severity: .high, calls: [ProbeCall("open", accepts: Acceptance.done)])
      return Verdict(
        promise, outcome, reason: outcome == .passed ? "" : nasty, layers: [.filter, .absence],
        results: [
          CallResult(
            call: "open \(nasty)", inside: .refused(error: "EPERM", evidence: nasty),
            control: .done(evidence: nasty), touched: [.tcpListener: nasty], layers: [.filter],
            judgement: .satisfied, duration: .milliseconds(1234))
        ])
    }
    let run = RunRecord(
      host: .current(), version: "1", launcher: Somebody(), policy: "./my.policy",
      shard: try shard.map { try Shard(parsing: $0) }, ablated: false)
    return ConformanceReport(run: run, verdicts: verdicts.map(VerdictRecord.init))
  }

  @Test("counts, score and closing line")
  func counts() throws {
    let report = try Self.report()
    #expect(report.closingLine == "1 passed, 2 failed, 3 skipped")
    #expect(report.score == 2.5)
  }

  @Test("prove reads the TAP")
  func tap() async throws {
    let scratch = try ScratchFolder()
    let text = TAPReport.lines(try Self.report()).joined(separator: "\n") + "\n"
    let file = try scratch.write(text, to: "report.tap")
    let run = try await ProgramRun.run("prove", ["--exec", "cat", "--verbose", file])
    #expect(run.status == 1, "two tests failed")
    #expect(run.output.contains("Failed 2/6 subtests"), "\(run.output)\(run.errors)")
    #expect(!(run.output + run.errors).contains("Parse errors"), "\(run.output)\(run.errors)")
  }

  @Test("xmllint reads the JUnit XML")
  func junit() async throws {
    let scratch = try ScratchFolder()
    let text = JUnitReport.lines(try Self.report()).joined(separator: "\n") + "\n"
    let file = try scratch.write(text, to: "report.xml")
    let schema = SourceTree.path("Tests/LockhostConformanceTests/Schemas/junit.xsd")
    let run = try await ProgramRun.run("xmllint", ["--noout", "--schema", schema, file])
    #expect(run.status == 0, "\(run.errors)")
    let count = try await ProgramRun.run("xmllint", ["--xpath", "count(//testcase)", file])
    #expect(count.output.hasPrefix("6"))
  }

  /// Debian's Python, for which the packages are; another one in PATH has none of them.
  private static func read(_ text: String, with script: String) async throws -> ProgramRun {
    let scratch = try ScratchFolder()
    let file = try scratch.write(text + "\n", to: "report")
    let path = SourceTree.path("Tests/LockhostConformanceTests/Schemas/\(script)")
    return try await ProgramRun.run("/usr/bin/python3", [path, file])
  }

  @Test("a reader of JUnit XML that is not ours counts what was reported")
  func junitReader() async throws {
    let text = JUnitReport.lines(try Self.report()).joined(separator: "\n")
    let run = try await Self.read(text, with: "read-junit.py")
    #expect(run.output == "Error 1, Failure 1, Passed 1, Skipped 3\n", "\(run.errors)")
  }

  @Test("SARIF's own object model has every object of the report, and refuses others")
  func sarifReader() async throws {
    let text = SARIFReport.lines(try Self.report()).joined(separator: "\n")
    let run = try await Self.read(text, with: "read-sarif.py")
    #expect(run.output == "6 rules, 6 results\n", "\(run.errors)")
    for (right, wrong) in [
      ("\"ruleId\"", "\"rule\""), ("\"message\"", "\"note\""), ("\"driver\"", "\"engine\""),
    ] {
      let other = try await Self.read(
        text.replacingOccurrences(of: right, with: wrong), with: "read-sarif.py")
      #expect(other.status != 0, "\(wrong): \(other.output)")
    }
  }

  @Test("JSON Lines read back are the report")
  func jsonLines() throws {
    let report = try Self.report()
    let lines = JSONLinesReport.lines(report)
    #expect(lines.count == 8)
    #expect(lines.allSatisfy { $0.contains(#""schema":"lockhost.conformance/1""#) })
    let text = lines.joined(separator: "\n")
    #expect(try JSONLinesReport.read(text, path: "x") == report)
    // What a newer version adds is passed over.
    let newer = text + "\n{\"schema\":\"lockhost.conformance/1\",\"record\":\"other\",\"x\":1}\n"
    #expect(try JSONLinesReport.read(newer, path: "x") == report)
    for bad in [
      "", "{}", "x", lines[1], text + "\n{\"schema\":\"lockhost.exit/1\",\"record\":\"run\"}",
    ] {
      #expect(throws: ConformanceError.self) { try JSONLinesReport.read(bad, path: "x") }
    }
  }

  @Test("parts put together are the whole, in the catalogue's order")
  func merging() throws {
    let whole = try Self.report()
    var parts = [try Self.report(shard: "1/2"), try Self.report(shard: "2/2")]
    parts[0].verdicts = [whole.verdicts[4], whole.verdicts[0], whole.verdicts[2]]
    parts[1].verdicts = [whole.verdicts[5], whole.verdicts[3], whole.verdicts[1]]
    #expect(try ReportMerge.merged(parts) == whole)
    #expect(try ReportMerge.merged(parts.reversed()) == whole)
    #expect(throws: ConformanceError.self) { try ReportMerge.merged([parts[0]]) }
    #expect(throws: ConformanceError.self) { try ReportMerge.merged([parts[0], parts[0]]) }
    var other = parts[1]
    other.run.launcher = "another"
    #expect(throws: ConformanceError.self) { try ReportMerge.merged([parts[0], other]) }
  }

  @Test("SARIF is valid JSON with a rule for each result")
  func sarif() throws {
    let line = try #require(SARIFReport.lines(try Self.report()).first)
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let run = try #require((object?["runs"] as? [[String: Any]])?.first)
    let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
    let rules = (driver?["rules"] as? [[String: Any]])?.compactMap { $0["id"] as? String }
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.compactMap { $0["ruleId"] as? String } == rules)
    for result in results where result["kind"] as? String != "fail" {
      #expect(result["level"] as? String == "none")
    }
  }

  @Test("reports side by side differ where a verdict or a layer does")
  func comparing() throws {
    let one = try Self.report()
    var two = one
    two.verdicts[0].outcome = .failed
    two.verdicts[1].layers = [.namespace]
    let rows = ReportComparison([one, two]).rows
    #expect(rows.count(where: \.differs) == 2)
    #expect(rows.count(where: \.differsInOutcome) == 1)
  }
}
