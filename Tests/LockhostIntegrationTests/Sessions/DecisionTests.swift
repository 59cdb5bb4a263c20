// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostTesting
import Testing

/// What is started when, seen from the command line.
@Suite(
  "Decisions", .enabled(if: Fixtures.areBuilt("CameraSample"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct DecisionTests {
  @Test(
    "the lock state decides between extension and app",
    arguments: [("--locked", "extension"), ("--authenticated", "extension"), ("--unlocked", "app")])
  func target(flag: String, target: String) async throws {
    let phone = try Phone()
    let app = try Fixtures.app("CameraSample")
    let met = try await phone.run("launch", app, flag, "--dry-run", "--require", target)
    #expect(met.status == 0, "\(met.errors)")
    let other = target == "app" ? "extension" : "app"
    let unmet = try await phone.run("launch", app, flag, "--dry-run", "--require", other)
    #expect(unmet.status == 10, "\(unmet.errors)")
  }

  @Test("a dry run starts nothing and writes nothing")
  func dryRun() async throws {
    let phone = try Phone()
    let run = try await phone.run("launch", Fixtures.app("CameraSample"), "--locked", "--dry-run")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      !phone.scratch.contents().contains { $0.hasSuffix(".json") || $0.contains("sessions/") })
  }

  @Test("the stored state decides when no flag does")
  func storedState() async throws {
    let phone = try Phone()
    let app = try Fixtures.app("CameraSample")
    #expect(try await phone.run("unlock").status == 0)
    #expect(try await phone.run("state").output.contains("unlocked"))
    #expect(try await phone.run("launch", app, "--dry-run", "--require", "app").status == 0)
    #expect(try await phone.run("lock").status == 0)
    #expect(try await phone.run("launch", app, "--dry-run", "--require", "extension").status == 0)
  }

  @Test("a session is listed and shown afterwards")
  func sessions() async throws {
    let phone = try Phone()
    let result = try await phone.launch(
      Fixtures.app("CameraSample"), "wait ready; press camera-control; wait photo; dismiss")
    let record = try result.record()
    let listed = try await phone.run("sessions", "list")
    #expect(listed.output.contains(record.session), "\(listed.output)")
    let shown = try await phone.run("sessions", "show", record.session, "--json")
    let again = try JSONDecoder().decode(ExitRecord.self, from: Data(shown.output.utf8))
    #expect(again == record)
  }

  @Test("--json prints the record as the last line of standard output")
  func lastLine() async throws {
    let phone = try Phone()
    let run = try await phone.run(
      "launch", Fixtures.app("CameraSample"), "--locked", "--json", "--do",
      "wait ready; press camera-control; wait photo; dismiss")
    let last = try #require(run.lines.last)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "lockhost.exit/1")
    for field in [
      "session", "decision", "reason", "code", "exitStatus", "signal", "missing", "tier",
      "timeline",
      "violations", "photos", "sessionContent", "container", "activities", "resources",
    ] {
      #expect(object[field] != nil, "no \(field)")
    }
    let timeline = try #require(object["timeline"] as? [String: Any])
    #expect(
      Set(timeline.keys) == [
        "decided", "spawned", "executed", "connected", "presented", "cameraStarted",
        "handlerRegistered", "ready", "firstFrame", "ended", "dead", "wiped", "handedOver",
      ])
  }
}
