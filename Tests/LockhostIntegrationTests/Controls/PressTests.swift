// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostTesting
import Testing

/// Presses of controls, from the place they stand in to what the record says.
@Suite(
  "Presses", .enabled(if: Fixtures.areBuilt("CameraSample", "Misbehaving"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct PressTests {
  /// Presses what stands in a place, and reads the record.
  private func press(
    _ phone: Phone, _ words: String...
  ) async throws -> (run: ProgramRun, record: ExitRecord) {
    let path = phone.scratch.path("record-\(UUID().uuidString).json")
    let run = await (try phone.start(["controls", "press"] + words + ["--json-output", path]))
      .finish(within: .seconds(90))
    let data = try #require(
      FileManager.default.contents(atPath: path), "\(run.output)\n\(run.errors)")
    return (run, try JSONDecoder().decode(ExitRecord.self, from: data))
  }

  private func phoneWithSample() async throws -> Phone {
    let phone = try Phone()
    #expect(try await phone.run("install", Fixtures.app("CameraSample"), "--default").status == 0)
    for permission in ["camera", "photos-add"] {
      let run = try await phone.run("privacy", "grant", permission, "org.lockhost.CameraSample")
      #expect(run.status == 0)
    }
    return phone
  }

  @Test(
    "every place starts the extension on a locked device, and perform() is not run",
    arguments: ["lock-screen-left", "lock-screen-right", "control-center", "action-button"])
  func locked(place: String) async throws {
    let phone = try await phoneWithSample()
    #expect(try await phone.run("controls", "assign", place, GalleryTests.kind).status == 0)
    let (run, record) = try await press(
      phone, place, "--locked", "--do", "wait ready; press camera-control; wait photo; dismiss")
    #expect(run.status == 0, "\(run.errors)")
    #expect(record.decision.target == .extension)
    #expect(record.entryPoint == ControlSlot(rawValue: place)?.entryPoint)
    #expect(record.intent?.outcome == .notRun)
    #expect(record.intent?.control == GalleryTests.kind)
    #expect(record.photos.count == 1)
  }

  @Test("on an unlocked device the app opens and performs the intent")
  func unlocked() async throws {
    let phone = try await phoneWithSample()
    let place = "control-center"
    #expect(try await phone.run("controls", "assign", place, GalleryTests.kind).status == 0)
    let (run, record) = try await press(
      phone, place, "--unlocked", "--do", "sleep 4s; dismiss")
    #expect(run.status == 0, "\(run.errors)")
    #expect(record.decision.target == .app)
    #expect(record.intent?.name == "CaptureIntent")
    #expect(record.intent?.outcome == .performed, "\(record.intent?.message ?? "")")
  }

  @Test("Camera Control needs no control, and an icon performs nothing")
  func others() async throws {
    let phone = try await phoneWithSample()
    let (run, record) = try await press(
      phone, "camera-control", "--locked", "--do", "wait ready; dismiss")
    #expect(run.status == 0, "\(run.errors)")
    #expect(record.entryPoint == .cameraControl)
    let icon = try await phone.launch(
      "org.lockhost.CameraSample", "wait ready; dismiss", flags: ["--from", "app-icon"],
      lock: "--unlocked")
    #expect(try icon.record().intent == nil)
  }

  @Test("an intent that is in the control alone makes the press do nothing, and the record says so")
  func lonelyIntent() async throws {
    let phone = try Phone()
    #expect(
      try await phone.run("install", ControlApp.bundle("none", in: phone.scratch)).status == 0)
    #expect(
      try await phone.run("controls", "assign", "lock-screen-left", "misbehaving").status == 0)
    for lock in ["--locked", "--unlocked"] {
      let (run, record) = try await press(phone, "lock-screen-left", lock)
      #expect(run.status == 65, "\(run.errors)")
      #expect(record.reason == .notLaunched)
      #expect(record.decision.code == "LH1104")
      #expect(record.intent?.outcome == .notRun)
      #expect(record.intent?.message?.contains("contains no camera capture intent") == true)
    }
  }

  @Test(
    "an extension without the intent that its app has does not start",
    .enabled(if: Fixtures.areBuilt("TinyCapture"), "\(Fixtures.hint)"))
  func extensionWithoutIntent() async throws {
    let phone = try Phone()
    let app = phone.scratch.path("CameraSample.app")
    try await ProgramCopy.make(of: Fixtures.app("CameraSample"), at: app)
    let program = app + "/Extensions/CameraSampleCapture.appex/CameraSampleCapture"
    try FileManager.default.removeItem(atPath: program)
    try await ProgramCopy.make(
      of: Fixtures.app("TinyCapture")
        + "/Extensions/TinyCaptureExtension.appex/TinyCaptureExtension", at: program)
    let result = try await phone.launch(app)
    #expect(try result.record().decision.code == "LH1104", "\(result.transcript)")
    #expect(try result.record().decision.settledBy?.id == "extension.intent")
    let unlocked = try await phone.run(
      "launch", app, "--unlocked", "--dry-run", "--require", "app")
    #expect(unlocked.status == 0, "\(unlocked.errors)")
  }

  @Test("a control that opens no camera does nothing when it is pressed")
  func otherAction() async throws {
    let phone = try Phone()
    let app = try ControlApp.bundle("no-camera", in: phone.scratch)
    #expect(try await phone.run("install", app).status == 0)
    #expect(try await phone.run("controls", "assign", "action-button", "misbehaving").status == 0)
    let (_, record) = try await press(phone, "action-button", "--locked")
    #expect(record.decision.code == "LH1109")
    #expect(record.reason == .notLaunched)
  }
}
