// SPDX-License-Identifier: MIT

import AVFoundation
import Glibc
import Testing

@Suite("Misuse ends the process as on iOS")
struct CaptureMisuseTests {
  private func expect(
    _ result: ExitTest.Result?, says text: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let output = String(
      decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains(text), sourceLocation: location)
  }

  @Test("starting inside a configuration")
  func startInConfiguration() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let host = try MediaHost()
      host.launch {
        let session = AVCaptureSession()
        session.beginConfiguration()
        session.startRunning()
      }
    }
    try expect(
      result,
      says: "*** Terminating app due to uncaught exception 'NSGenericException', reason: '*** "
        + "-[AVCaptureSession startRunning] startRunning may not be called between calls to "
        + "beginConfiguration and commitConfiguration'")
  }

  @Test("adding an input twice")
  func inputTwice() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let host = try MediaHost()
      try host.launch {
        let session = AVCaptureSession()
        let input = try backInput()
        session.addInput(input)
        session.addInput(input)
      }
    }
    try expect(
      result,
      says: "'NSInvalidArgumentException', reason: '*** -[AVCaptureSession addInput:] An "
        + "AVCaptureInput instance may not be added more than once to a session'")
  }

  @Test("adding a second camera")
  func secondCamera() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let host = try MediaHost()
      try host.launch {
        let session = try makeSession()
        session.addInput(try backInput())
      }
    }
    try expect(result, says: "Multiple audio/video AVCaptureInputs are not currently supported")
  }

  @Test("adding an output to two sessions")
  func outputInTwoSessions() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let host = try MediaHost()
      host.launch {
        let (first, second) = (AVCaptureSession(), AVCaptureSession())
        let output = AVCapturePhotoOutput()
        first.addOutput(output)
        second.addOutput(output)
      }
    }
    try expect(
      result,
      says: "*** -[AVCaptureSession addOutput:] An AVCaptureOutput instance may not be added to "
        + "more than one session")
  }

  @Test("taking a photo with settings that were used")
  func usedSettings() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let host = try MediaHost()
      try host.launch {
        let session = try makeSession()
        session.startRunning()
        let output = try #require(session.outputs.first as? AVCapturePhotoOutput)
        let settings = AVCapturePhotoSettings()
        let delegate = SilentDelegate()
        output.capturePhoto(with: settings, delegate: delegate)
        output.capturePhoto(with: settings, delegate: delegate)
      }
    }
    try expect(
      result,
      says: "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] Settings may not be "
        + "re-used")
  }

  @Test("taking a photo without a running connection")
  func noConnection() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let host = try MediaHost()
      host.launch {
        AVCapturePhotoOutput().capturePhoto(
          with: AVCapturePhotoSettings(), delegate: SilentDelegate())
      }
    }
    try expect(result, says: "No active and enabled video connection")
  }

  @Test("taking a photo with a flash that is not there")
  func noFlash() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let host = try MediaHost()
      try host.launch {
        let session = AVCaptureSession()
        let front = try #require(AVCaptureDevice(uniqueID: "front"))
        session.addInput(try AVCaptureDeviceInput(device: front))
        let output = AVCapturePhotoOutput()
        session.addOutput(output)
        session.startRunning()
        let settings = AVCapturePhotoSettings()
        settings.flashMode = .on
        output.capturePhoto(with: settings, delegate: SilentDelegate())
      }
    }
    try expect(
      result, says: "flashMode must be set to a value present in the supportedFlashModes array")
  }

  @Test("asking for more quality than the output allows")
  func tooMuchQuality() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let host = try MediaHost()
      try host.launch {
        let session = try makeSession()
        session.startRunning()
        let settings = AVCapturePhotoSettings()
        settings.photoQualityPrioritization = .quality
        let output = try #require(session.outputs.first as? AVCapturePhotoOutput)
        output.capturePhoto(with: settings, delegate: SilentDelegate())
      }
    }
    try expect(
      result,
      says: "settings.photoQualityPrioritization must not be higher than "
        + "self.maxPhotoQualityPrioritization")
  }

  @Test("zooming a camera that is not locked")
  func zoomUnlocked() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let host = try MediaHost()
      try host.launch {
        let device = try #require(AVCaptureDevice.default(for: .video))
        device.videoZoomFactor = 2
      }
    }
    try expect(
      result,
      says: "'NSGenericException', reason: '*** -[AVCaptureDevice setVideoZoomFactor:] May not be "
        + "called without first successfully gaining exclusive ownership of the device using "
        + "-lockForConfiguration:'")
  }

  @Test("a delegate for frames without a queue")
  func noQueue() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      AVCaptureVideoDataOutput().setSampleBufferDelegate(SilentDelegate(), queue: nil)
    }
    try expect(result, says: "NULL queue passed")
  }

  @Test("mirroring while the session decides on it")
  func mirroring() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let host = try MediaHost()
      try host.launch {
        let session = try makeSession()
        let preview = AVCaptureVideoPreviewLayer(session: session)
        preview.connection?.isVideoMirrored = true
      }
    }
    try expect(
      result,
      says: "-[AVCaptureConnection setVideoMirrored:] Cannot be set when "
        + "automaticallyAdjustsVideoMirroring is YES")
  }
}

private final class SilentDelegate: NSObject, AVCapturePhotoCaptureDelegate,
  AVCaptureVideoDataOutputSampleBufferDelegate
{}
