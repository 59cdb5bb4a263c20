// SPDX-License-Identifier: MIT

import Lockhost
import LockhostServices
import Testing

@testable import LockhostCommand

@Suite("The script runner", .timeLimit(.minutes(1)))
struct ScriptRunnerTests {
  private func run(_ source: String, on phone: ScriptedPhone) async throws -> StepFailure? {
    let runner = ScriptRunner(script: try ScriptParser.parse(source), stepTimeout: .seconds(1))
    do throws(StepFailure) {
      try await runner.run(on: phone)
      return nil
    } catch {
      return error
    }
  }

  @Test("takes every step in order, and waits for what a step needs")
  func order() async throws {
    let phone = ScriptedPhone(
      .init(
        holding: [
          .ready, .handlerRegistered, .photos(1), .authenticationAsked, .element(label: "Go"),
          .cameraRuns,
        ], labels: ["Go"]))
    let failure = try await run(
      """
      wait ready; wait camera; press camera-control; wait photo; hold action 1s; cancel volume-up
      tap "Go"; auth pass; lock; unlock; turn 90; camera pattern; dismiss
      """, on: phone)
    #expect(failure == nil)
    #expect(
      phone.log == [
        "wait ready", "wait cameraRuns", "wait handlerRegistered", "press camera-control",
        "wait photos(1)",
        "wait handlerRegistered", "hold action 1.0 seconds", "wait handlerRegistered",
        "cancel volume-up", "wait element(label: \"Go\")", "tap Go", "wait authenticationAsked",
        "auth pass", "lock", "unlock", "turn 90", "camera pattern", "swipe",
      ])
  }

  @Test("counts photos: each `wait photo` is for the next one")
  func photos() async throws {
    let phone = ScriptedPhone(.init(holding: [.photos(1), .photos(2), .photos(3), .photos(4)]))
    #expect(try await run("wait photo; wait photos 3; wait photo; wait photos 2", on: phone) == nil)
    #expect(
      phone.log == ["wait photos(1)", "wait photos(3)", "wait photos(4)", "wait photos(2)"])
  }

  @Test("counts requests to open the app in the same way")
  func openRequests() async throws {
    let phone = ScriptedPhone(.init(holding: [.openRequests(1), .openRequests(2)]))
    #expect(try await run("wait open-request; wait open-request", on: phone) == nil)
    #expect(phone.log == ["wait openRequests(1)", "wait openRequests(2)"])
  }

  @Test("fails the step that waited when the guest ended, and tries no later one")
  func ended() async throws {
    let ending = SessionEnding(reason: "crashed", code: "LH2003")
    let phone = ScriptedPhone(.init(holding: [.ready], ending: ending))
    let failure = try #require(try await run("wait ready; wait photo; dismiss", on: phone))
    #expect(failure.number == 2)
    #expect(failure.total == 3)
    #expect(failure.cause == .ended(ending))
    #expect(failure.failure.exitStatus == 1)
    #expect(failure.failure.code == "LH5201")
    #expect(failure.failure.message.contains("step 2 of 3, `wait photo`"))
    #expect(failure.failure.message.contains("crashed, LH2003"))
    #expect(phone.log == ["wait ready", "wait photos(1)"])
  }

  @Test("`wait end` is content with any end")
  func waitEnd() async throws {
    let phone = ScriptedPhone(.init(ending: SessionEnding(reason: "watchdog", code: "LH2001")))
    #expect(try await run("wait end", on: phone) == nil)
  }

  @Test("leaving a session that a person meant to end is no failure; any other step is")
  func leaving() async throws {
    let phone = ScriptedPhone(.init(ending: SessionEnding(reason: "opened-app", code: nil)))
    #expect(try await run("dismiss; side-button", on: phone) == nil)
    #expect(try await run("lock", on: phone)?.failure.code == "LH5201")
    let crashed = ScriptedPhone(.init(ending: SessionEnding(reason: "crashed", code: "LH2003")))
    #expect(try await run("dismiss", on: crashed)?.failure.code == "LH5201")
  }

  @Test("after a step that leaves, what is done to the guest waits for the end first")
  func afterLeaving() async throws {
    let phone = ScriptedPhone(.init(holding: [.handlerRegistered]))
    #expect(try await run("dismiss; press action", on: phone)?.failure.code == "LH5201")
    #expect(phone.log == ["swipe", "wait ended"])
  }

  static let refusals: [(String, ScriptedPhone.State, String, String)] = [
    ("wait photo", .init(), "LH5202", "within 1.0 s"),
    ("press action", .init(holding: [.handlerRegistered], handles: false), "LH5203", "no handler"),
    ("tap Shuter", .init(labels: ["Shutter", "Flash"]), "LH5204", "did you mean \"Shutter\"?"),
    ("tap Nothing", .init(), "LH5204", "there is: nothing"),
    ("auth pass", .init(), "LH5205", "nobody asks"),
    ("camera nonsense", .init(), "LH4009", "no such source"),
  ]

  @Test("explains what could not be done", arguments: refusals)
  func refuses(
    source: String, state: ScriptedPhone.State, code: String, says: String
  ) async throws {
    let failure = try #require(try await run(source, on: ScriptedPhone(state))).failure
    #expect(failure.code == code)
    let text = ([failure.message] + failure.help).joined(separator: "\n")
    #expect(text.contains(says), "\(text)")
    #expect(failure.exitStatus == 1)
  }

  @Test("an ended session cuts a sleep short")
  func sleepEnds() async throws {
    let phone = ScriptedPhone(.init(ending: SessionEnding(reason: "crashed", code: nil)))
    let clock = ContinuousClock()
    let start = clock.now
    #expect(try await run("sleep 50s", on: phone) == nil)
    #expect(clock.now - start < .seconds(10))
  }
}
