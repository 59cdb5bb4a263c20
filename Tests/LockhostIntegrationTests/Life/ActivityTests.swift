// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostDevice
import LockhostTesting
import Testing

/// Requests to open the app that wait, in a queue, for another process, or for an app that runs.
@Suite(
  "Open requests",
  .enabled(if: Fixtures.areBuilt("Misbehaving", "CameraSample"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct ActivityTests {
  private func items(_ phone: Phone) async throws -> [(name: String, state: String)] {
    let run = try await phone.run("activity", "list", "--json")
    struct List: Decodable {
      struct Item: Decodable {
        let session: String
        let number: Int
        let state: String
      }
      let items: [Item]
    }
    let list = try JSONDecoder().decode(List.self, from: Data(run.output.utf8))
    return list.items.map { ("\($0.session)/\($0.number)", $0.state) }
  }

  @Test("wait for another process, which accepts or rejects them", arguments: ["accept", "reject"])
  func fromElsewhere(answer: String) async throws {
    let phone = try Phone()
    let app = try MisbehavingApp.bundle("opens-app", in: phone.scratch)
    let recordPath = phone.scratch.path("record.json")
    let program = try phone.start([
      "launch", app, "--locked", "--auth", "ask", "--json-output", recordPath, "--do",
      "wait ready; press camera-control; wait end",
    ])
    let isAsking = await Waiting.until(within: .seconds(60)) {
      program.errors.contains("asks to unlock")
    }
    #expect(isAsking, "\(program.errors)")
    let waiting = try await items(phone)
    #expect(waiting.map(\.state) == ["asking"])
    let answered = try await phone.run("activity", answer)
    #expect(answered.status == 0, "\(answered.output)\(answered.errors)")
    let outcome = answer == "accept" ? "opened" : "authentication-failed"
    #expect(answered.output.contains(outcome), "\(answered.output)")
    if answer == "reject" {
      let hasHeard = await Waiting.until(within: .seconds(30)) {
        (program.output + program.errors).contains("open: authenticationFailed")
      }
      #expect(hasHeard, "\(program.errors)")
      // The extension goes on, so somebody has to end it.
      try program.signal(SIGINT)
    }
    let run = await program.finish()
    #expect(run.status == (answer == "accept" ? 0 : 130), "\(run.output)\(run.errors)")
    #expect(try await items(phone).map(\.state) == [outcome])
    let shown = try await phone.run("activity", "show", waiting[0].name)
    #expect(shown.output.contains("action: \"open\""), "\(shown.output)\(shown.errors)")
    let again = try await phone.run("activity", "accept")
    #expect(again.status == 75)
    #expect(again.errors.contains("LH5016"))
  }

  @Test("nobody answers: the extension hears that after the time it was given, and goes on")
  func timesOut() async throws {
    let phone = try Phone()
    let result = try await phone.launch(
      MisbehavingApp.bundle("opens-app", in: phone.scratch), "wait ready; press camera-control",
      until: "open: authenticationFailed", flags: ["--auth", "ask", "--auth-timeout", "200ms"])
    let record = try result.record()
    #expect(record.reason == .interrupted, "\(result.transcript)")
    #expect(record.activities.map(\.outcome) == ["authentication-failed"])
    #expect((result.run.output + result.run.errors).contains("open: authenticationFailed"))
  }

  @Test("three at once are asked one after the other, and one answer is for all")
  func queue() async throws {
    let passed = try await Phone().launch(
      behaviour: "opens-app-three-times-at-once",
      "wait ready; press camera-control; auth pass; wait end")
    let opened = try passed.record()
    #expect(opened.reason == .openedApp, "\(passed.transcript)")
    #expect(opened.activities.map(\.outcome).filter { $0 == "opened" }.count == 1)
    #expect(opened.activities.map(\.outcome).filter { $0 == "superseded" }.count == 2)

    let refused = try await Phone().launch(
      behaviour: "opens-app-three-times-at-once",
      "wait ready; press camera-control; wait open-request; wait open-request; wait open-request; "
        + "auth fail; sleep 500ms; dismiss")
    let record = try refused.record()
    #expect(record.reason == .dismissed, "\(refused.transcript)")
    let outcomes = record.activities.map(\.outcome)
    #expect(outcomes == Array(repeating: "authentication-failed", count: 3))
  }

  @Test("with a type of one's own reach the handler of that type")
  func ownType() async throws {
    let result = try await Phone().launch(
      behaviour: "opens-app-with-own-type",
      "wait ready; press camera-control; auth pass; wait end; sleep 1s")
    #expect(try result.record().reason == .openedApp, "\(result.transcript)")
    #expect(
      (result.run.output + result.run.errors).contains(
        "own activity: org.lockhost.misbehaving.own"), "\(result.transcript)")
  }

  @Test("with a dictionary that cannot travel are an error that names the value, or both sizes")
  func badInfo() async throws {
    let phone = try Phone()
    let result = try await phone.launch(
      MisbehavingApp.bundle("opens-app-with-bad-info", in: phone.scratch),
      "wait ready; press camera-control", until: "bad info: done")
    let printed = result.run.output + result.run.errors
    #expect(printed.contains("userInfo[\"photos\"][1]"), "\(result.transcript)")
    #expect(printed.contains("the limit is 32768"), "\(result.transcript)")
    #expect(try result.record().activities.isEmpty)
  }

  @Test("bring an app forward that runs already, with the activity and what was captured")
  func warm() async throws {
    let phone = try Phone()
    let app = try Fixtures.app("CameraSample")
    let running = try phone.start([
      "launch", app, "--unlocked", "--from", "app-icon", "--do", "sleep 60s",
    ])
    let isUp = await Waiting.until(within: .seconds(60)) {
      running.errors.contains("the app is on the screen")
    }
    #expect(isUp, "\(running.errors)")
    let result = try await phone.launch(
      app, "wait ready; press camera-control; wait photo; press volume-up; auth pass; wait end")
    let record = try result.record()
    #expect(record.reason == .openedApp, "\(result.transcript)")
    #expect(record.activities.map(\.outcome) == ["opened"])
    #expect(result.run.errors.contains("was running already"), "\(result.transcript)")
    let hasAll = await Waiting.until(within: .seconds(30)) {
      let printed = running.output + running.errors
      return printed.contains("continue: NSUserActivityTypeLockedCameraCapture")
        && printed.contains("imported: IMG_0001.jpg") && printed.contains("removed: ")
    }
    #expect(hasAll, "\(running.output)\(running.errors)")
    try running.signal(SIGINT)
    #expect(await running.finish().status == 130)
  }

  @Test("an app that holds back its appearance is seen when it says so")
  func delayedAppearance() async throws {
    let result = try await Phone().launch(
      behaviour: "delays-appearance", "wait ready; press camera-control; auth pass; wait end")
    let record = try result.record()
    #expect(record.reason == .openedApp, "\(result.transcript)")
    let story = record.events.map(\.what)
    let held = try #require(story.firstIndex { $0.contains("holds back its appearance") })
    let opened = try #require(story.firstIndex(of: "the app opened"))
    #expect(held < opened)
    // The app waits for a second.
    #expect(record.events[opened].at - record.events[held].at >= 900_000)
  }
}
