// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostTesting
import Testing

/// Extensions that fail again and again, and what a crash leaves.
@Suite(
  "Failures", .enabled(if: Fixtures.areBuilt("Misbehaving"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct FailureTests {
  private let crashing = "crashes-by-segmentation-fault"

  @Test("three crashes at the launch put an extension away, and lifting lets it start again")
  func quarantine() async throws {
    let phone = try Phone()
    let app = try MisbehavingApp.bundle("crashes-early", in: phone.scratch)
    for _ in 0..<3 {
      let crashed = try await phone.launch(app, "wait end")
      #expect(try crashed.record().reason == .crashed, "\(crashed.transcript)")
    }
    let refused = try await phone.launch(app, "wait end")
    let record = try refused.record()
    #expect(record.reason == .notLaunched, "\(refused.transcript)")
    #expect(record.code == "LH1120")
    #expect(refused.run.status == 75)
    #expect(refused.run.errors.contains("quarantine lift"), "\(refused.transcript)")
    let identifier = try #require(record.decision.rules.first { $0.id == "extension.quarantine" })
    #expect(identifier.outcome == .failed)
    let listed = try await phone.run("quarantine", "list")
    #expect(listed.output.contains("3 failures"), "\(listed.output)")
    let lifted = try await phone.run("quarantine", "lift")
    #expect(lifted.output.contains("may start again"), "\(lifted.output)\(lifted.errors)")
    let again = try await phone.launch(app, "wait end")
    #expect(try again.record().reason == .crashed, "\(again.transcript)")
  }

  @Test("a crash leaves a report with signal, registers, functions, lines and the last words")
  func report() async throws {
    let phone = try Phone()
    let app = try MisbehavingApp.bundle(crashing, in: phone.scratch)
    let result = try await phone.launch(app, "wait ready; press camera-control; wait end")
    let record = try result.record()
    #expect(record.reason == .crashed, "\(result.transcript)")
    let path = try #require(record.crashReport, "\(result.transcript)")
    let data = try #require(FileManager.default.contents(atPath: path))
    let report = try JSONDecoder().decode(CrashReport.self, from: data)
    #expect(report.signalName == "SIGSEGV")
    #expect(report.faultAddress == "0x40")
    #expect(report.registers["rip"]?.hasPrefix("0x") == true)
    let frame = try #require(report.frames.first { $0.source != nil }, "\(report)")
    #expect(frame.source?.hasPrefix("Acts.swift:") == true, "\(report.frames)")
    #expect(frame.function?.contains("MisbehavingCapture.Acts.") == true, "\(report.frames)")
    #expect(report.lastLines.contains { $0.contains("primary:") }, "\(report.lastLines)")
    let story = try await phone.run("explain", "last")
    #expect(story.output.contains("Acts.swift:"), "\(story.output)")
  }

  @Test(
    "the report names the signal that ended it",
    arguments: [("crashes-by-abort", "SIGABRT"), ("crashes-early", "SIGSEGV")])
  func signals(behaviour: String, name: String) async throws {
    let phone = try Phone()
    let app = try MisbehavingApp.bundle(behaviour, in: phone.scratch)
    let script =
      behaviour == "crashes-early" ? "wait end" : "wait ready; press camera-control; wait end"
    let result = try await phone.launch(app, script)
    let record = try result.record()
    #expect(record.signalName == name, "\(result.transcript)")
    let path = try #require(record.crashReport, "\(result.transcript)")
    let data = try #require(FileManager.default.contents(atPath: path))
    let report = try JSONDecoder().decode(CrashReport.self, from: data)
    #expect(report.signalName == name)
    #expect(!report.frames.isEmpty, "\(report)")
  }

  @Test("no report has a picture in it: it is small, and it is text")
  func noPictures() async throws {
    let result = try await Phone().launch(
      behaviour: crashing, "wait ready; press camera-control; wait end")
    let path = try #require(try result.record().crashReport)
    let data = try #require(FileManager.default.contents(atPath: path))
    #expect(data.count < 64 << 10)
    #expect(data.allSatisfy { $0 < 0x80 })
  }
}
