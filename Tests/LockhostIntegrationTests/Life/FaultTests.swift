// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostTesting
import Testing

/// Each fault provokes what `Docs/Faults.md` says of it, and the record says that it was on.
@Suite(
  "Faults", .enabled(if: Fixtures.areBuilt("Misbehaving", "CameraSample"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct FaultTests {
  private let photo = "wait ready; press camera-control; wait photo; "

  @Test("late-content: the app opens first, and has the content so much later")
  func lateContent() async throws {
    let result = try await Phone().launch(
      Fixtures.app("CameraSample"), photo + "press volume-up; auth pass; wait end",
      flags: ["--fault", "late-content=1s"])
    let record = try result.record()
    #expect(record.reason == .openedApp, "\(result.transcript)")
    #expect(record.faults == ["late-content=1000ms"])
    let dead = try #require(record.timeline.dead)
    let handedOver = try #require(record.timeline.handedOver)
    #expect(handedOver - dead >= 1_000_000)
    #expect((result.run.output + result.run.errors).contains("imported: IMG_0001.jpg"))
  }

  @Test("freeze-after-open: the next launch freezes, until the side button")
  func freeze() async throws {
    let phone = try Phone()
    let app = try Fixtures.app("CameraSample")
    let opened = try await phone.launch(
      app, "wait ready; press volume-up; auth pass; wait end",
      flags: ["--fault", "freeze-after-open"])
    #expect(try opened.record().reason == .openedApp, "\(opened.transcript)")
    let swiped = try await phone.launch(app, "sleep 300ms; dismiss")
    #expect(try swiped.record().code == "LH2016", "\(swiped.transcript)")
    #expect(try swiped.record().timeline.spawned == nil)
    #expect(swiped.run.status == 75)
    let pressed = try await phone.launch(app, "sleep 300ms; side-button")
    #expect(try pressed.record().code == "LH2016", "\(pressed.transcript)")
    let thawed = try await phone.launch(app, photo + "dismiss")
    #expect(try thawed.record().photos.count == 1, "\(thawed.transcript)")
  }

  @Test("camera-busy: who tries again gets the camera, who is refused for too long does not")
  func cameraBusy() async throws {
    let app = try Fixtures.app("CameraSample")
    let short = try await Phone().launch(
      app, "wait ready; dismiss", flags: ["--fault", "camera-busy=600ms"])
    #expect(try short.record().reason == .dismissed, "\(short.transcript)")
    let long = try await Phone().launch(
      app, "wait end", flags: ["--fault", "camera-busy=10m", "--watchdog", "2s"])
    #expect(try long.record().missing.contains("camera"), "\(long.transcript)")
  }

  @Test(
    "a running camera is taken away, with the reason, and comes back by itself",
    arguments: [
      ("camera-taken", 3), ("shared-screen", 4), ("system-pressure", 5), ("sensitive-content", 6),
    ])
  func interruption(fault: String, reason: Int) async throws {
    let phone = try Phone()
    let app = try MisbehavingApp.bundle("none", in: phone.scratch)
    let result = try await phone.launch(
      app, "wait ready; fault \(fault) 300ms",
      until: "camera: interruption ended\nguest: camera: started")
    let record = try result.record()
    #expect(record.faults == ["\(fault)=300ms"], "\(result.transcript)")
    let prefix = "guest: camera: "
    let lines = result.run.errors.split(separator: "\n").filter { $0.hasPrefix(prefix) }
    #expect(
      lines.prefix(5).map { $0.dropFirst(prefix.count) } == [
        "started", "interrupted \(reason)", "stopped", "interruption ended", "started",
      ], "\(result.transcript)")
    let early = try await phone.launch(
      app, "wait ready", until: "camera: interruption ended",
      flags: ["--fault", "\(fault)=300ms"])
    #expect(early.run.errors.contains("interrupted \(reason)"), "\(early.transcript)")
  }

  @Test("while the camera is away a press reaches nobody, and afterwards takes its photo")
  func pressWhileInterrupted() async throws {
    let phone = try Phone()
    let app = try MisbehavingApp.bundle("none", in: phone.scratch)
    let refused = try await phone.launch(
      app, "wait ready; fault camera-taken 10m; press camera-control; dismiss")
    #expect(refused.run.status == 1, "\(refused.transcript)")
    #expect(refused.run.errors.contains("camera is not running"), "\(refused.transcript)")
    #expect(refused.run.errors.contains("`wait camera` before the press"), "\(refused.transcript)")
    let later = try await phone.launch(
      app,
      "wait ready; fault camera-taken 200ms; wait camera; press camera-control; wait photo; dismiss"
    )
    let record = try later.record()
    #expect(record.photos.count == 1, "\(later.transcript)")
    // The story has the end of it as well.
    let story = record.events.map(\.what)
    #expect(story.contains("over: camera-taken, the camera is back"), "\(story)")
  }

  @Test("auth-never: the request hangs until the session ends, whatever answers")
  func authenticationNever() async throws {
    let result = try await Phone().launch(
      behaviour: "opens-app",
      "wait ready; fault auth-never; press camera-control; wait open-request; sleep 500ms; dismiss",
      flags: ["--auth", "pass", "--auth-timeout", "100ms"])
    let record = try result.record()
    #expect(record.reason == .dismissed, "\(result.transcript)")
    #expect(record.faults == ["auth-never"])
    // The answer comes with the end, if the record is not written before.
    let outcome = try #require(record.activities.map(\.outcome).first)
    #expect(["asked", "authentication-failed"].contains(outcome))
    let answered = try await Phone().launch(
      behaviour: "opens-app", "wait ready; press camera-control; auth pass; dismiss",
      flags: ["--fault", "auth-never", "--step-timeout", "5s"])
    #expect(answered.run.status == 1, "\(answered.transcript)")
    #expect(answered.run.errors.contains("LH52"), "\(answered.transcript)")
  }

  @Test("slow-context: who waits for the context takes the photo so much later")
  func slowContext() async throws {
    let result = try await Phone().launch(
      Fixtures.app("CameraSample"), photo + "dismiss", flags: ["--fault", "slow-context=1s"])
    let record = try result.record()
    #expect(record.photos.count == 1, "\(result.transcript)")
    let ready = try #require(record.timeline.ready)
    let added = try #require(record.events.first { $0.what.hasPrefix("photo added") })
    #expect(added.at - ready >= 1_000_000)
  }

  @Test("low-disk at the launch: no photo is stored, and no file can be made")
  func lowDisk() async throws {
    let result = try await Phone().launch(
      Fixtures.app("CameraSample"), "wait ready; press camera-control", until: "No photo:",
      flags: ["--fault", "low-disk"])
    let record = try result.record()
    #expect(record.photos.isEmpty, "\(result.transcript)")
    #expect(result.run.errors.contains("space"), "\(result.transcript)")
    #expect(record.sessionContent.files == 0, "\(result.transcript)")
    let filling = try await Phone().launch(
      behaviour: "fills-session-content", "wait ready; press camera-control; sleep 1s; dismiss",
      flags: ["--fault", "low-disk"])
    #expect(filling.run.errors.contains("filled: 0, errno 28"), "\(filling.transcript)")
  }

  @Test("low-disk as a step: what was finished stays until there is room, then it is handed over")
  func lowDiskLater() async throws {
    let phone = try Phone()
    let app = try Fixtures.app("CameraSample")
    let result = try await phone.launch(
      app, photo + "fault low-disk; press camera-control", until: "No photo:")
    let record = try result.record()
    #expect(record.photos.count == 1, "\(result.transcript)")
    #expect(record.sessionContent.path == nil, "\(result.transcript)")
    #expect(record.events.contains { $0.what.contains("LH6002") }, "\(result.transcript)")
    #expect((result.run.output + result.run.errors).contains("No photo:"), "\(result.transcript)")
    let next = try await phone.launch(
      app, "wait ready", until: "imported: IMG_0001.jpg", lock: "--unlocked")
    #expect(
      (next.run.output + next.run.errors).contains("imported: IMG_0001.jpg"), "\(next.transcript)")
  }

  @Test("watchdog-false-alarm: an extension that did everything is killed all the same")
  func falseAlarm() async throws {
    let result = try await Phone().launch(
      behaviour: "none", "wait end", flags: ["--fault", "watchdog-false-alarm=100ms"])
    let record = try result.record()
    #expect(record.reason == .watchdog, "\(result.transcript)")
    #expect(record.missing == ["camera"])
    #expect(record.timeline.ready != nil)
    #expect(record.faults == ["watchdog-false-alarm=100ms"])
  }

  @Test("a fault that there is not is a mistake of the command line")
  func unknown() async throws {
    let run = try await Phone().run("launch", "--fault", "late-contents=2s")
    #expect(run.status == 64)
    #expect(run.errors.contains("did you mean `late-content`"), "\(run.errors)")
  }
}
