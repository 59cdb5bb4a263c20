// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import Testing

@Suite("Exit records") struct ExitRecordTests {
  private func record() -> ExitRecord {
    ExitRecord(
      session: "20260518-101530-8f3a2c1d",
      decision: .decide(LaunchDecisionTests.input(.locked)), reason: .dismissed)
  }

  @Test("have every key of the schema, null where nothing applies")
  func keys() throws {
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(record().json())) as? [String: Any])
    for key in [
      "schema", "session", "decision", "reason", "code", "exitStatus", "signal", "missing", "tier",
      "timeline", "violations", "photos", "sessionContent", "container", "activities", "resources",
    ] {
      #expect(object[key] != nil, "\(key)")
    }
    #expect(object["schema"] as? String == "lockhost.exit/1")
    #expect(object["code"] is NSNull)
    let timeline = try #require(object["timeline"] as? [String: Any])
    #expect(
      Set(timeline.keys) == [
        "decided", "spawned", "executed", "connected", "presented", "cameraStarted",
        "handlerRegistered", "ready", "firstFrame", "ended", "dead", "wiped", "handedOver",
      ])
    let rules = try #require((object["decision"] as? [String: Any])?["rules"] as? [[String: Any]])
    #expect(Set(try #require(rules.first).keys) == ["id", "title", "outcome", "detail"])
    #expect(rules.contains { $0["outcome"] as? String == "decided" })
  }

  @Test("of months ago are read, though they lack what came later")
  func older() throws {
    var object = try #require(
      try JSONSerialization.jsonObject(with: Data(record().json())) as? [String: Any])
    for key in ["events", "faults", "crashReport", "failedStep", "exception"] {
      #expect(object.removeValue(forKey: key) != nil, "\(key)")
    }
    let older = try JSONDecoder().decode(
      ExitRecord.self, from: JSONSerialization.data(withJSONObject: object))
    #expect(older == record())
    #expect(older.events.isEmpty)
  }

  @Test("survive being stored")
  func roundTrip() throws {
    var record = record()
    record.signal = 11
    record.signalName = "SIGSEGV"
    record.timeline.spawned = 1_234
    record.activities = [
      .init(
        activityType: "t", title: nil,
        userInfo: ["a": .array([.integer(1), .number(0.5), .bool(true), .null])], outcome: "opened")
    ]
    record.violations = [
      .init(syscall: "socket", arguments: ["AF_INET"], action: "errno:EPERM", rule: "r", count: 2)
    ]
    let again = try JSONDecoder().decode(ExitRecord.self, from: Data(record.json()))
    #expect(again == record)
    #expect(!(try record.json()).contains(0x0A))
  }

  @Test("of a later lockhost are read: keys that are not known are passed over")
  func future() throws {
    var object = try #require(
      try JSONSerialization.jsonObject(with: Data(record().json())) as? [String: Any])
    object["mood"] = "good"
    object["code"] = nil
    let data = try JSONSerialization.data(withJSONObject: object)
    #expect(try JSONDecoder().decode(ExitRecord.self, from: data) == record())
  }

  @Test("have the exception that a guest says it dies of, as far as it was written")
  func exceptions() {
    let start = "*** Terminating app due to uncaught exception '"
    let whole = ExitRecord.Exception(line: start + "NSRangeException', reason: '*** it's 1 of 2'")
    #expect(whole == .init(name: "NSRangeException", reason: "*** it's 1 of 2"))
    let cut = ExitRecord.Exception(line: start + "NSRangeException', reason: '*** it is 1")
    #expect(cut == .init(name: "NSRangeException", reason: "*** it is 1"))
    for line in [
      "", start, start + "', reason: 'x'", start + "A B', reason: 'x'", start + "A', because: 'x'",
      start + String(repeating: "A", count: 65) + "', reason: 'x'", "x" + start + "A', reason: 'x'",
    ] {
      #expect(ExitRecord.Exception(line: line) == nil, "\(line)")
    }
  }

  @Test("say for people what happened")
  func lines() {
    var record = record()
    record.reason = .watchdog
    record.code = "LH2001"
    record.missing = ["camera"]
    record.timeline.decided = 120
    record.timeline.spawned = 2_500
    record.timeline.ended = 10_004_000
    let text = record.lines().joined(separator: "\n")
    #expect(text.contains("killed by the watchdog (LH2001)"))
    #expect(text.contains("missing  camera"))
    #expect(text.contains("120 µs"))
    #expect(text.contains("2.50 ms"))
    #expect(text.contains("10.00 s"))
  }
}
