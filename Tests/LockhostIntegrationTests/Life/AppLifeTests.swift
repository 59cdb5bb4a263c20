// SPDX-License-Identifier: MIT

import Foundation
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
