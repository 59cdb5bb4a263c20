// SPDX-License-Identifier: MIT

import AVFoundation
import Glibc
import LockhostTesting
import LockhostWire
import Testing

@Suite("Controls of the camera button")
struct CaptureControlTests {
  private struct Rig {
    let host: MediaHost
    let session: AVCaptureSession
    let delegate = ControlsJournal()
    let queue = DispatchQueue(label: "controls")
    let slider: AVCaptureSlider
    let picker: AVCaptureIndexPicker

    init() throws {
      let host = try MediaHost()
      self.host = host
      (session, slider, picker) = try host.launch {
        (
          try makeSession(),
          AVCaptureSlider("Warmth", symbolName: "sun.max", in: -1...1, step: 0.5),
          AVCaptureIndexPicker(
            "Look", symbolName: "camera.filters", localizedIndexTitles: ["Plain", "Old"])
        )
      }
      delegate.queue = queue
    }

    func registered() async throws -> [CaptureControl] {
      _ = await host.wait(for: 1, on: .captureControlsRegister)
      return try host.bodies(.captureControlsRegister, as: CaptureControlsRegister.self).last?
        .controls ?? []
    }
  }

  @Test("a session's controls are the host's once it runs and has a delegate")
  func registers() async throws {
    let rig = try Rig()
    rig.host.launch {
      #expect(rig.session.supportsControls && rig.session.maxControlsCount == 4)
      #expect(rig.session.canAddControl(rig.slider))
      rig.session.addControl(rig.slider)
      rig.session.addControl(rig.picker)
      #expect(!rig.session.canAddControl(rig.slider))
      rig.session.startRunning()
      #expect(rig.host.received(.captureControlsRegister).isEmpty)
      rig.session.setControlsDelegate(rig.delegate, queue: rig.queue)
    }
    let controls = try await rig.registered()
    #expect(controls.map(\.title) == ["Warmth", "Look"])
    #expect(controls.map(\.kind) == [.slider, .picker])
    #expect(controls[0].minimum == -1 && controls[0].step == 0.5)
    #expect(controls[1].items == ["Plain", "Old"])
    rig.host.launch { rig.session.removeControl(rig.slider) }
    _ = await rig.host.wait(for: 2, on: .captureControlsRegister)
    #expect(try await rig.registered().map(\.title) == ["Look"])
    rig.host.launch { rig.session.stopRunning() }
    _ = await rig.host.wait(for: 3, on: .captureControlsRegister)
    #expect(try await rig.registered().isEmpty)
  }

  @Test("the delegate hears the overlay's life in order, on its queue")
  func delegate() async throws {
    let rig = try Rig()
    rig.host.launch {
      rig.session.addControl(rig.slider)
      rig.session.setControlsDelegate(rig.delegate, queue: rig.queue)
      rig.session.startRunning()
    }
    for kind in [CaptureControlEvent.Kind.active, .fullscreen, .compact, .inactive] {
      try rig.host.send(.captureControlEvent, CaptureControlEvent(kind: kind))
    }
    #expect(
      await rig.delegate.journal.wait(for: 4)
        == ["active", "will enter", "will exit", "inactive"])
  }

  @Test("a value reaches its control's action, on its queue, as a value that it can have")
  func values() async throws {
    let rig = try Rig()
    let journal = Journal()
    let key = DispatchSpecificKey<Bool>()
    rig.queue.setSpecific(key: key, value: true)
    rig.host.launch {
      rig.slider.setActionQueue(rig.queue) { value in
        journal.write("slider \(value) \(DispatchQueue.getSpecific(key: key) == true)")
      }
      rig.picker.setActionQueue(rig.queue) { journal.write("picker \($0)") }
      rig.session.addControl(rig.slider)
      rig.session.addControl(rig.picker)
      rig.session.setControlsDelegate(rig.delegate, queue: rig.queue)
      rig.session.startRunning()
    }
    let controls = try await rig.registered()
    try rig.host.send(
      .captureControlEvent, CaptureControlEvent(kind: .value, id: controls[0].id, value: 0.4))
    #expect(await journal.wait(for: 1) == ["slider 0.5 true"])
    try rig.host.send(
      .captureControlEvent, CaptureControlEvent(kind: .value, id: controls[1].id, value: 7))
    #expect(await journal.wait(for: 2).last == "picker 1")
    #expect(rig.slider.value == 0.5 && rig.picker.selectedIndex == 1)
    // One that is switched off hears nothing.
    rig.slider.isEnabled = false
    try rig.host.send(
      .captureControlEvent, CaptureControlEvent(kind: .value, id: controls[0].id, value: -1))
    try rig.host.send(
      .captureControlEvent, CaptureControlEvent(kind: .value, id: controls[1].id, value: 0))
    #expect(await journal.wait(for: 3).last == "picker 0")
    #expect(rig.slider.value == 0.5)
  }

  @Test("the system's sliders set the camera without anybody's lock")
  func system() async throws {
    let rig = try Rig()
    let journal = Journal()
    try rig.host.launch {
      let camera = try #require(AVCaptureDevice.default(for: .video))
      rig.session.addControl(
        AVCaptureSystemZoomSlider(device: camera) { journal.write("zoom \($0)") })
      rig.session.addControl(
        AVCaptureSystemExposureBiasSlider(device: camera) { journal.write("bias \($0)") })
      rig.session.setControlsDelegate(rig.delegate, queue: rig.queue)
      rig.session.startRunning()
    }
    let controls = try await rig.registered()
    for (control, value) in zip(controls, [3.0, -1.5]) {
      try rig.host.send(
        .captureControlEvent,
        CaptureControlEvent(kind: .value, id: control.id, value: value))
    }
    _ = await rig.host.wait(for: 2, on: .cameraControls)
    let last = try #require(
      try rig.host.bodies(.cameraControls, as: CameraControlsUpdate.self).last)
    #expect(last.controls.zoom.target == 3 && last.controls.exposureBias == -1.5)
  }

  @Test(
    "misuse ends the process", arguments: ["twice", "too many", "value", "index", "no queue"])
  func misuse(_ what: String) async throws {
    await #expect(processExitsWith: .signal(SIGABRT)) { [what] in
      let host = try MediaHost()
      try host.launch {
        let session = try makeSession()
        let slider = AVCaptureSlider("a", symbolName: "a", in: 0...1)
        session.addControl(slider)
        switch what {
        case "twice": session.addControl(slider)
        case "too many":
          for _ in 0..<4 {
            session.addControl(AVCaptureIndexPicker("b", symbolName: "b", numberOfIndexes: 2))
          }
        case "value": slider.value = 2
        case "index":
          AVCaptureIndexPicker("b", symbolName: "b", numberOfIndexes: 2).selectedIndex = 2
        default: session.setControlsDelegate(ControlsJournal(), queue: nil)
        }
      }
    }
  }
}

/// Writes down what a session's controls delegate hears.
private final class ControlsJournal: NSObject, AVCaptureSessionControlsDelegate,
  @unchecked Sendable
{
  // Unchecked because of the queue, which is set before anything is heard.
  let journal = Journal()
  var queue: DispatchQueue?

  private func write(_ line: String) {
    if let queue { dispatchPrecondition(condition: .onQueue(queue)) }
    journal.write(line)
  }

  func sessionControlsDidBecomeActive(_ session: AVCaptureSession) { write("active") }
  func sessionControlsWillEnterFullscreenAppearance(_ session: AVCaptureSession) {
    write("will enter")
  }
  func sessionControlsWillExitFullscreenAppearance(_ session: AVCaptureSession) {
    write("will exit")
  }
  func sessionControlsDidBecomeInactive(_ session: AVCaptureSession) { write("inactive") }
}
