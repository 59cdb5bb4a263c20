// SPDX-License-Identifier: MIT

import Foundation

/// Reports as JSON Lines, the form from which all others can be made.
///
/// Each line is an object with `"schema":"lockhost.conformance/1"` and a `"record"`: first one `run`, then
/// a `verdict` for each promise, at last one `summary`. Fields are only ever added within the version.
package enum JSONLinesReport {
  /// The schema's name.
  package static let schema = "lockhost.conformance/1"

  private struct Head: Codable {
    var schema: String
    var record: String
  }

  private struct Summary: Codable {
    var passed: Int
    var failed: Int
    var skipped: Int
    var inconclusive: Int
    var documented: Int
    var reported: Int
    var score: Double
  }

  private struct Line<Content: Codable>: Codable {
    let head: Head
    let content: Content

    init(_ record: String, _ content: Content) {
      head = Head(schema: JSONLinesReport.schema, record: record)
      self.content = content
    }

    init(from decoder: any Decoder) throws {
      head = try Head(from: decoder)
      content = try Content(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try head.encode(to: encoder)
      try content.encode(to: encoder)
    }
  }

  /// The report's lines.
  package static func lines(_ report: ConformanceReport) -> [String] {
    let summary = Summary(
      passed: report.passed, failed: report.failed, skipped: report.skipped,
      inconclusive: report.with(.inconclusive).count, documented: report.with(.documented).count,
      reported: report.with(.reported).count, score: report.score)
    return [encode(Line("run", report.run))] + report.verdicts.map { encode(Line("verdict", $0)) }
      + [encode(Line("summary", summary))]
  }

  /// Reads a report.
  ///
  /// Unknown records and fields are passed over: a newer lockhost may have written them.
  ///
  /// - Throws: `ConformanceError.notReport` with the line.
  package static func read(
    _ text: String, path: String
  ) throws(ConformanceError) -> ConformanceReport {
    let decoder = JSONDecoder()
    var run: RunRecord?
    var verdicts: [VerdictRecord] = []
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      guard !line.isEmpty else { continue }
      let data = Data(line.utf8)
      do {
        let head = try decoder.decode(Head.self, from: data)
        guard head.schema == schema else {
          throw ConformanceError.notReport(
            path: path, line: number, reason: "its schema is \(head.schema)")
        }
        switch head.record {
        case "run": run = try decoder.decode(Line<RunRecord>.self, from: data).content
        case "verdict":
          verdicts.append(try decoder.decode(Line<VerdictRecord>.self, from: data).content)
        default: break
        }
      } catch let error as ConformanceError {
        throw error
      } catch {
        throw .notReport(path: path, line: number, reason: "it is no record of this schema")
      }
    }
    guard let run else {
      throw .notReport(path: path, line: number, reason: "it says nothing of a run")
    }
    return ConformanceReport(run: run, verdicts: verdicts)
  }

  private static func encode(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Nothing in a record is beyond JSON: no infinite number, and keys are strings.
    guard let data = try? encoder.encode(value) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}
