// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostDevice
import LockhostTesting
import Testing

/// The app's side of life, and how the device treats an extension that nobody touches.
@Suite(
  "Life of the app",
  .enabled(if: Fixtures.areBuilt("Misbehaving", "CameraSample"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct AppLifeTests {
  @Test("launched by the capture intent it has to be a camera, or the watchdog ends it")
  func watchdog() async throws {
    let phone = try Phone()
    let app = try MisbehavingApp.bundle("none", in: phone.scratch)
    let result = try await phone.launch(
      app, "wait end", flags: ["--watchdog", "1s"], lock: "--unlocked")
    let record = try result.record()
    #expect(record.reason == .watchdog, "\(result.transcript)")
    #expect(record.missing == ["camera", "capture-events"])
    #expect(result.run.status == 124)

    let byIcon = try await phone.launch(
      app, "sleep 2s; dismiss", flags: ["--watchdog", "1s", "--from", "app-icon"],
      lock: "--unlocked")
    #expect(try byIcon.record().reason == .dismissed, "\(byIcon.transcript)")
  }

  @Test("the sample is a camera, in the app as in the extension")
  func camera() async throws {
    let result = try await Phone().launch(
      Fixtures.app("CameraSample"), "wait ready; press camera-control; wait photo; dismiss",
      lock: "--unlocked")
    #expect(try result.record().photos.count == 1, "\(result.transcript)")
  }

  @Test("locking the device moves it to the background, unlocking back to the front")
  func phases() async throws {
    let phone = try Phone()
    let app = try MisbehavingApp.bundle("none", in: phone.scratch)
    let result = try await phone.launch(
      app, "sleep 2s; lock; sleep 2s; unlock; sleep 2s; dismiss",
      flags: ["--from", "app-icon"], lock: "--unlocked")
    let printed = result.run.output + result.run.errors
    let background = try #require(
      printed.range(of: "phase: background"), "\(result.transcript)")
    #expect(printed[background.upperBound...].contains("phase: active"), "\(result.transcript)")
  }

  @Test("unlocking leaves the extension on the screen, and its app opens without a question")
  func unlockedOnScreen() async throws {
    let result = try await Phone().launch(
      behaviour: "opens-app", "wait ready; unlock; press camera-control; wait end")
    let record = try result.record()
    #expect(record.reason == .openedApp, "\(result.transcript)")
    #expect(!record.events.contains { $0.what.contains("asks to unlock") })
  }

  @Test("what a live session writes is not invalidated by the app: refused, with the reason")
  func liveContent() async throws {
    let phone = try Phone()
    let app = try MisbehavingApp.bundle("fills-session-content", in: phone.scratch)
    let live = try phone.start(["launch", app, "--locked", "--do", "wait ready; sleep 5m"])
    let isReady = await Waiting.until(within: .seconds(60)) { live.errors.contains("> ready") }
    #expect(isReady, "\(live.errors)")
    let folder = phone.state + "/devices/default/sessions"
    let session = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder).first { !$0.hasPrefix(".") })
    let kept = "\(folder)/\(session)/content/kept"
    try Data("so far".utf8).write(to: URL(fileURLWithPath: kept))
    try Data(session.utf8).write(to: URL(fileURLWithPath: app + "/invalidate"))

    let result = try await phone.launch(
      app, "sleep 1ms", until: "invalidated: ", flags: ["--from", "app-icon"], lock: "--unlocked")
    #expect(
      result.run.errors.contains("not invalidated: "), "\(result.transcript)")
    #expect(
      result.run.errors.contains("session \(session) still writes this"), "\(result.transcript)")
    let record = try result.record()
    #expect(
      record.events.contains { $0.what.contains("what session \(session) still writes") },
      "\(record.events.map(\.what))")
    #expect(FileManager.default.fileExists(atPath: kept))

    // Once it has ended, the content is the app's, and the same call removes it.
    try live.signal(SIGTERM)
    _ = await live.finish()
    let later = try await phone.launch(
      app, "sleep 1ms", until: "invalidated: ", flags: ["--from", "app-icon"], lock: "--unlocked")
    #expect(later.run.errors.contains("guest: invalidated: \(session)"), "\(later.transcript)")
  }

  @Test("the side button ends the extension and locks the device")
  func sideButton() async throws {
    let phone = try Phone()
    _ = try await phone.run("state", "authenticated")
    let app = try MisbehavingApp.bundle("none", in: phone.scratch)
    let recordPath = phone.scratch.path("record.json")
    let run = await
      (try phone.start([
        "launch", app, "--json-output", recordPath, "--do", "wait ready; side-button",
      ])).finish()
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(try await phone.run("state").output.hasPrefix("locked"))
  }

  @Test("an extension that keeps all its threads busy for seconds lives")
  func busyWorkers() async throws {
    let result = try await Phone().launch(
      behaviour: "busy-workers", "wait ready; press camera-control; sleep 4s; dismiss")
    #expect(result.run.errors.contains("workers: done"), "\(result.transcript)")
    #expect(try result.record().reason == .dismissed, "\(result.transcript)")
  }

  @Test("an extension that nobody touches is dismissed after the time that was asked for")
  func idle() async throws {
    let result = try await Phone().launch(
      behaviour: "none", "wait end", flags: ["--idle", "500ms"])
    let record = try result.record()
    #expect(record.reason == .dismissed, "\(result.transcript)")
    #expect(record.code == nil)
    #expect(record.message?.contains("nobody touched the phone") == true)
    let ended = try #require(record.timeline.ended)
    let ready = try #require(record.timeline.ready)
    #expect(ended - ready >= 500_000)
  }
}
