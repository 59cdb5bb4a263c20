// SPDX-License-Identifier: MIT

import AVFoundation
import Glibc
import LockhostTesting
import LockhostWire
import Testing

@Suite("How a camera is set")
struct CameraSettingsTests {
  private func back() throws -> AVCaptureDevice {
    try #require(AVCaptureDevice.default(for: .video))
  }

  private func configure(_ device: AVCaptureDevice, _ body: () throws -> Void) throws {
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    try body()
  }

  private func updates(_ host: MediaHost) throws -> [CameraControls] {
    try host.bodies(.cameraControls, as: CameraControlsUpdate.self).map(\.controls)
  }

  @Test("zoom, bias and torch reach the host, each with the whole state")
  func announced() async throws {
    let host = try MediaHost()
    try host.launch {
      let back = try back()
      try configure(back) {
        back.videoZoomFactor = 2
        back.setExposureTargetBias(-1)
        try back.setTorchModeOn(level: 0.5)
        back.torchMode = .off
      }
    }
    _ = await host.wait(for: 4, on: .cameraControls)
    let seen = try updates(host)
    #expect(seen.map(\.zoom.target) == [2, 2, 2, 2])
    #expect(seen.map(\.exposureBias) == [0, -1, -1, -1])
    #expect(seen.map(\.torchLevel) == [0, 0, 0.5, 0])
  }

  @Test("what was set before goes with the start, and is no new start later")
  func start() async throws {
    let host = try MediaHost()
    try host.launch {
      let back = try back()
      try configure(back) { back.videoZoomFactor = 3 }
      let session = try makeSession()
      session.startRunning()
      try configure(back) { back.videoZoomFactor = 4 }
      session.beginConfiguration()
      session.commitConfiguration()
      session.stopRunning()
    }
    let starts = try host.bodies(.cameraStart, as: CameraStart.self)
    #expect(starts.count == 1)
    #expect(starts.first?.controls?.zoom.target == 3)
  }

  @Test("a ramp is a way that both sides know, and can be cut short")
  func ramp() async throws {
    let host = try MediaHost()
    try host.launch {
      let back = try back()
      try configure(back) {
        back.ramp(toVideoZoomFactor: 4, withRate: 0.001)
        #expect(back.isRampingVideoZoom)
        #expect(back.videoZoomFactor < 2)
        back.cancelVideoZoomRamp()
        #expect(!back.isRampingVideoZoom)
        back.ramp(toVideoZoomFactor: 2, withRate: 1000)
      }
    }
    _ = await host.wait(for: 3, on: .cameraControls)
    let seen = try updates(host).map(\.zoom)
    #expect(seen[0].target == 4 && seen[0].rate > 0 && seen[0].sinceNanoseconds > 0)
    #expect(seen[1].rate == 0 && seen[1].target < 2)
    #expect(seen[2].target == 2)
    let isThere = await Waiting.until(within: .seconds(10)) {
      host.launch { AVCaptureDevice.default(for: .video)?.videoZoomFactor == 2 }
    }
    #expect(isThere)
  }

  @Test("focus moves for a while and then stays; points are kept")
  func focus() async throws {
    let host = try MediaHost()
    try host.launch {
      let back = try back()
      #expect(back.focusMode == .continuousAutoFocus)
      #expect(back.isFocusPointOfInterestSupported && back.isExposurePointOfInterestSupported)
      try configure(back) {
        back.focusPointOfInterest = CGPoint(x: 0.2, y: 0.7)
        back.focusMode = .autoFocus
        back.exposurePointOfInterest = CGPoint(x: 0.1, y: 0.9)
        back.exposureMode = .autoExpose
      }
      #expect(back.focusPointOfInterest == CGPoint(x: 0.2, y: 0.7))
      #expect(back.exposurePointOfInterest == CGPoint(x: 0.1, y: 0.9))
    }
    let hasSettled = await Waiting.until(within: .seconds(10)) {
      host.launch {
        guard let back = AVCaptureDevice.default(for: .video) else { return false }
        return !back.isAdjustingFocus && back.focusMode == .locked
          && !back.isAdjustingExposure && back.exposureMode == .locked
      }
    }
    #expect(hasSettled)
    try host.launch {
      let back = try back()
      try configure(back) { back.setFocusModeLocked(lensPosition: 0.25) }
      #expect(back.lensPosition == 0.25 && back.focusMode == .locked)
      let front = try #require(
        AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front))
      #expect(!front.isFocusModeSupported(.autoFocus) && front.isFocusModeSupported(.locked))
      #expect(!front.isFocusPointOfInterestSupported)
    }
  }

  @Test("the completion of a bias comes, on no main queue")
  func completion() async throws {
    let host = try MediaHost()
    let journal = Journal()
    try host.launch {
      let back = try back()
      try configure(back) {
        back.setExposureTargetBias(1.5) { time in
          journal.write("\(time.isNumeric) \(MainQueue.isCurrent)")
        }
      }
      #expect(back.exposureTargetBias == 1.5)
      #expect(back.minExposureTargetBias == -2 && back.maxExposureTargetBias == 2)
    }
    #expect(await journal.wait(for: 1) == ["true false"])
  }

  @Test("a changed subject is told to whoever watches for it")
  func subject() async throws {
    let host = try MediaHost()
    let journal = Journal()
    let (device, token) = try host.launch {
      let back = try back()
      let token = NotificationCenter.default.addObserver(
        forName: AVCaptureDevice.subjectAreaDidChangeNotification, object: back, queue: nil
      ) { note in journal.write((note.object as? AVCaptureDevice)?.uniqueID ?? "?") }
      _ = AVCaptureSession()
      return (back, token)
    }
    try host.launch {
      try configure(device) { device.isSubjectAreaChangeMonitoringEnabled = true }
    }
    try host.send(.cameraSubjectChanged, EmptyBody())
    #expect(await journal.wait(for: 1) == ["back"])
    NotificationCenter.default.removeObserver(token)
  }

  @Test("the rotation coordinator says how the sensor is mounted")
  func rotation() throws {
    let host = try MediaHost()
    try host.launch {
      let coordinator = AVCaptureDevice.RotationCoordinator(device: try back(), previewLayer: nil)
      #expect(coordinator.videoRotationAngleForHorizonLevelCapture == 90)
      #expect(coordinator.videoRotationAngleForHorizonLevelPreview == 90)
      let session = try makeSession()
      let way = try #require(session.connections.first)
      way.videoOrientation = .portrait
      #expect(way.videoRotationAngle == 90)
      way.videoOrientation = .landscapeRight
      #expect(way.videoRotationAngle == 0)
      #expect(way.videoOrientation == .landscapeRight)
    }
  }

  @Test("a turned device turns what a capture needs, the other way for the camera above the screen")
  func turning() async throws {
    let host = try MediaHost()
    let journal = Journal()
    let (coordinators, observations) = try host.launch {
      let coordinators = try ["back", "front"].map { name in
        AVCaptureDevice.RotationCoordinator(
          device: try #require(AVCaptureDevice(uniqueID: name)), previewLayer: nil)
      }
      let observations = coordinators.map { coordinator in
        coordinator.observe(\.videoRotationAngleForHorizonLevelCapture, options: .new) {
          coordinator, change in
          journal.write("\(coordinator.device?.uniqueID ?? "?") \(Int(change.newValue ?? -1))")
        }
      }
      return (coordinators, observations)
    }
    for (degrees, lines) in [(90, 2), (90, 2), (270, 4), (0, 6)] {
      try host.send(.deviceTurned, DeviceTurn(degrees: degrees))
      #expect(await journal.wait(for: lines).count == lines)
    }
    #expect(
      journal.entries == [
        "back 180", "front 270", "back 0", "front 90", "back 90", "front 0",
      ])
    #expect(coordinators.map(\.videoRotationAngleForHorizonLevelPreview) == [90, 0])
    withExtendedLifetime(observations) {}
  }

  @Test("frames are asked for as the connection turns and mirrors them")
  func frames() throws {
    let host = try MediaHost()
    try host.launch {
      let session = AVCaptureSession()
      session.addInput(try backInput())
      let output = AVCaptureVideoDataOutput()
      output.videoSettings = [
        kCVPixelBufferPixelFormatTypeKey as String:
          kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
      ]
      session.addOutput(output)
      session.startRunning()
      let way = try #require(output.connection(with: .video))
      session.beginConfiguration()
      way.videoRotationAngle = 90
      way.isVideoMirrored = true
      session.commitConfiguration()
      session.stopRunning()
    }
    let starts = try host.bodies(.cameraStart, as: CameraStart.self)
    #expect(starts.map(\.rotationAngle) == [0, 90])
    #expect(starts.map(\.mirrored) == [nil, true])
    #expect(starts.map(\.pixelFormat) == ["420v", "420v"])
  }

  @Test(
    "numbers out of range end the process",
    arguments: [
      "zoom", "ramp", "bias", "torch", "lens", "unlocked",
    ])
  func misuse(_ what: String) async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [what] in
      let host = try MediaHost()
      try host.launch {
        let back = try #require(AVCaptureDevice.default(for: .video))
        if what != "unlocked" { try back.lockForConfiguration() }
        switch what {
        case "zoom": back.videoZoomFactor = 5
        case "ramp": back.ramp(toVideoZoomFactor: 0.5, withRate: 1)
        case "bias": back.setExposureTargetBias(3)
        case "torch": try back.setTorchModeOn(level: 0)
        case "lens": back.setFocusModeLocked(lensPosition: 2)
        default: back.setExposureTargetBias(1)
        }
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains(what == "unlocked" ? "lockForConfiguration" : "out of range"), "\(text)")
  }
}
