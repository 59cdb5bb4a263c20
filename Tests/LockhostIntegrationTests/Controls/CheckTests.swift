// SPDX-License-Identifier: MIT

import Foundation
import LockhostTesting
import Testing

/// `lockhost check` on built apps and on packages, in its three forms of output.
@Suite(
  "Check", .enabled(if: Fixtures.areBuilt("CameraSample", "Misbehaving"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct CheckTests {
  private struct Report: Decodable {
    struct Finding: Decodable {
      let rule: String
      let code: String
      let severity: String
      let path: String
    }
    let schema: String
    let errors: Int
    let findings: [Finding]
  }

  private func check(_ phone: Phone, _ words: String...) async throws -> (Int32?, Report) {
    let run = await (try phone.start(["check", "--json"] + words)).finish()
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    #expect(report.schema == "lockhost.check/1")
    return (run.status, report)
  }

  @Test("the sample has no mistake, as an app and as a package")
  func sample() async throws {
    let phone = try Phone()
    for path in [try Fixtures.app("CameraSample"), SourceTree.path("Plugins/CameraSample")] {
      let (status, report) = try await check(phone, path, "--strict")
      #expect(status == 0)
      #expect(report.findings.isEmpty, "\(path): \(report.findings)")
    }
  }

  @Test("an intent that is in one program alone is found in the programs themselves")
  func intents() async throws {
    let phone = try Phone()
    let (status, report) = try await check(phone, ControlApp.bundle("none", in: phone.scratch))
    #expect(status == 1)
    #expect(report.findings.contains { $0.rule == "intent-everywhere" && $0.code == "LH1302" })
  }

  @Test("names and icons are what the control's own process says, unless it is not to be run")
  func controls() async throws {
    let phone = try Phone()
    let app = try ControlApp.bundle("picture", in: phone.scratch)
    let (_, asked) = try await check(phone, app)
    #expect(asked.findings.contains { $0.rule == "control-icon" }, "\(asked.findings)")
    let (_, unasked) = try await check(phone, app, "--no-run")
    #expect(!unasked.findings.contains { $0.rule.hasPrefix("control-") })
    let other = try Phone()
    let hung = try ControlApp.bundle("never-answers", in: other.scratch)
    let (_, silent) = try await check(phone, hung)
    #expect(silent.findings.contains { $0.rule == "control-answers" && $0.code == "LH2401" })
  }

  @Test("SARIF has every rule, and a result for each finding with a place in the bundle")
  func sarif() async throws {
    let phone = try Phone()
    let app = try ControlApp.bundle("none", in: phone.scratch)
    let file = phone.scratch.path("check.sarif")
    let run = try await phone.run("check", app, "--sarif", file)
    #expect(run.status == 1, "\(run.errors)")
    let data = try #require(FileManager.default.contents(atPath: file))
    let log = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let first = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = try #require((first["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.count >= 20)
    let results = try #require(first["results"] as? [[String: Any]])
    let ids = Set(rules.compactMap { $0["id"] as? String })
    #expect(!results.isEmpty)
    for result in results {
      #expect(ids.contains(result["ruleId"] as? String ?? ""))
      #expect(["error", "warning"].contains(result["level"] as? String))
    }
  }

  @Test("people read the code, the place, and what to do")
  func people() async throws {
    let phone = try Phone()
    let run = try await phone.run("check", ControlApp.bundle("none", in: phone.scratch))
    #expect(run.output.contains("error[LH1302]: "), "\(run.output)")
    #expect(run.output.contains("  fix: "))
    #expect(try await phone.run("check", phone.scratch.path("nowhere.app")).status == 65)
  }
}
