// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostTesting
import Testing

/// Control widgets as real processes: asked when their app is installed, whatever they do then.
@Suite(
  "Control widgets",
  .enabled(if: Fixtures.areBuilt("CameraSample", "Misbehaving"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct GalleryTests {
  static let kind = "org.lockhost.CameraSample.Capture"

  @Test("an app's controls are in the gallery once it is installed, and gone with it")
  func install() async throws {
    let phone = try Phone()
    let installed = try await phone.run("install", Fixtures.app("CameraSample"))
    #expect(installed.status == 0, "\(installed.errors)")
    #expect(!installed.errors.contains("warning"), "\(installed.errors)")
    let item = try #require(try await Gallery.of(phone).items.first)
    #expect(item.name == "Camera Sample Take a Photo")
    #expect(item.kind == Self.kind)
    #expect(item.icon == "camera")
    #expect(item.intent == "CaptureIntent")
    #expect(item.opensCamera)
    let shown = try await phone.run("controls", "show", Self.kind)
    #expect(shown.output.contains("Camera Sample Take a Photo"), "\(shown.output)")
    #expect(try await phone.run("controls", "assign", "action-button", Self.kind).status == 0)
    #expect(try await Gallery.of(phone).items.first?.places == ["action-button"])
    #expect(try await phone.run("uninstall", "org.lockhost.CameraSample").status == 0)
    #expect(try await Gallery.of(phone).items.isEmpty)
    let pressed = try await phone.run("controls", "press", "action-button", "--locked")
    #expect(FailureText.code(in: pressed.errors) == "LH2405", "\(pressed.errors)")
  }

  @Test(
    "a widget that misbehaves costs its own controls and nothing else",
    arguments: [
      ("never-connects", "LH2401"), ("never-answers", "LH2401"), ("crashes", "LH2403"),
      ("exits", "LH2403"), ("floods-output", "LH2401"), ("ten-thousand", "LH2402"),
      ("long-text", "LH2402"),
    ])
  func hostile(behaviour: String, code: String) async throws {
    let phone = try Phone()
    let app = try ControlApp.bundle(behaviour, in: phone.scratch)
    let program = try phone.start(["install", app])
    let watch = DescendantWatch(of: program.identifier)
    let installed = await program.finish(within: .seconds(90))
    watch.stop()
    #expect(installed.status == 0, "\(installed.errors)")
    #expect(installed.errors.contains(code), "\(installed.errors)")
    #expect(installed.errors.utf8.count < 10_000)
    let gallery = try await Gallery.of(phone)
    #expect(gallery.items.isEmpty)
    #expect(gallery.problems.map(\.code) == [code], "\(gallery.problems)")
    #expect(gallery.problems.first?.widget == "org.lockhost.Misbehaving.Control")
    #expect(await Waiting.until(within: .seconds(5)) { watch.survivors.isEmpty })
    // Nothing of it is in the way of another app's controls.
    #expect(try await phone.run("install", Fixtures.app("CameraSample")).status == 0)
    #expect(try await Gallery.of(phone).items.map(\.kind) == [Self.kind])
  }

  @Test("a refused call does not keep a widget from answering")
  func refusedCall() async throws {
    let phone = try Phone()
    let app = try ControlApp.bundle("calls-socket", in: phone.scratch)
    #expect(try await phone.run("install", app).status == 0)
    #expect(try await Gallery.of(phone).items.map(\.kind) == ["misbehaving"])
  }

  @Test("a picture shows a question mark, from one install to the next")
  func picture() async throws {
    let phone = try Phone()
    let app = try ControlApp.bundle("picture", in: phone.scratch)
    let installed = try await phone.run("install", app)
    #expect(installed.errors.contains("question mark"), "\(installed.errors)")
    let item = try #require(try await Gallery.of(phone).items.first)
    #expect(item.icon == "?")
    #expect(item.iconProblem?.contains("Logo.svg") == true)
    // The installed bundle changes under the gallery's feet, which does not look.
    let copy = phone.state + "/devices/default/apps/org.lockhost.Misbehaving.app"
    try FileManager.default.removeItem(
      atPath: copy + "/PlugIns/MisbehavingControl.appex/behaviour")
    #expect(try await Gallery.of(phone).items.first?.icon == "?")
    try FileManager.default.removeItem(
      atPath: app + "/PlugIns/MisbehavingControl.appex/behaviour")
    #expect(try await phone.run("install", app).status == 0)
    #expect(try await Gallery.of(phone).items.first?.icon == "camera")
  }
}
