// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostServices
import LockhostWire
import Testing

@Suite("The overlay of the camera button")
struct CaptureControlsTests {
  let link = RecordingLink()

  private static let zoom = CaptureControl(
    id: 3, kind: .slider, title: "Zoom", symbol: "plus", enabled: true, minimum: 1, maximum: 4,
    step: 0, value: 1)
  private static let off = CaptureControl(
    id: 4, kind: .picker, title: "Look", symbol: "plus", enabled: false, minimum: 0, maximum: 2,
    step: 1, value: 0, items: ["a", "b", "c"])

  private struct Rig {
    let camera: CameraHandler
    let overlay: CaptureControlsHandler
  }

  private func rig(running: Bool = true) async throws -> Rig {
    let camera = CameraHandler(
      scene: try CameraScene(.pattern), permissions: .all(.authorized), link: link)
    if running {
      _ = try await camera.ask(
        .cameraStart,
        CameraStart(
          device: CameraDevice.back.uniqueID, outputs: [.photo], width: 64, height: 48,
          frameRate: 30, pixelFormat: "BGRA", deliversFrames: false))
    }
    let overlay = CaptureControlsHandler(camera: camera.service, link: link)
    let controls = CaptureControlsRegister(controls: [Self.zoom, Self.off])
    #expect(try await overlay.ask(.captureControlsRegister, controls).failureCode == nil)
    return Rig(camera: camera, overlay: overlay)
  }

  private var events: [CaptureControlEvent] {
    link.posts(.captureControlEvent).compactMap { try? CaptureControlEvent(body: $0) }
  }

  @Test("one movement opens the overlay, sets the control and closes it")
  func adjusts() async throws {
    let rig = try await rig()
    defer { rig.camera.end() }
    try rig.overlay.service.adjust("Zoom", to: 2.5)
    #expect(events.map(\.kind) == [.active, .fullscreen, .value, .compact, .inactive])
    #expect(events[2].id == 3 && events[2].value == 2.5)
  }

  @Test("what cannot be set is refused with the reason, and the guest hears nothing")
  func refuses() async throws {
    let rig = try await rig()
    defer { rig.camera.end() }
    let overlay = rig.overlay.service
    #expect(throws: CaptureControlsService.Refusal.noControl(present: ["Zoom", "Look"])) {
      try overlay.adjust("Zom", to: 1)
    }
    #expect(throws: CaptureControlsService.Refusal.disabled) { try overlay.adjust("Look", to: 1) }
    for value in [0.5, 4.5, .nan, .infinity] {
      #expect(throws: CaptureControlsService.Refusal.outOfRange(minimum: 1, maximum: 4)) {
        try overlay.adjust("Zoom", to: value)
      }
    }
    #expect(events.isEmpty)
    link.setReading(false)
    #expect(throws: CaptureControlsService.Refusal.notDelivered) {
      try overlay.adjust("Zoom", to: 2)
    }
  }

  @Test("without a running camera nobody hears of the button")
  func noCamera() async throws {
    let rig = try await rig(running: false)
    #expect(throws: CaptureControlsService.Refusal.cameraNotInUse) {
      try rig.overlay.service.adjust("Zoom", to: 2)
    }
    #expect(events.isEmpty)
  }

  @Test("too many controls and ranges that are none are refused")
  func hostile() async throws {
    let rig = try await rig()
    defer { rig.camera.end() }
    let many =
      "["
      + Array(
        repeating:
          #"{"id":1,"kind":"slider","title":"","symbol":"","enabled":true,"minimum":0,"maximum":1,"step":0,"value":0,"items":[]}"#,
        count: 5
      ).joined(separator: ",") + "]"
    let backwards =
      #"[{"id":1,"kind":"slider","title":"","symbol":"","enabled":true,"minimum":2,"maximum":1,"step":0,"value":0,"items":[]}]"#
    for controls in [many, backwards, "[{}]", "3"] {
      let answer = await rig.overlay.ask(
        .captureControlsRegister, Array("{\"controls\":\(controls)}".utf8))
      #expect(answer.failureCode == .badMessage)
    }
    #expect(rig.overlay.service.present.count == 2)
  }
}
