// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostTesting
import Testing

/// Extensions that use the camera as it may not be used, each in one way, in their sandbox.
///
/// The sentences are Apple's where they are known; what counts is that the record has them.
@Suite(
  "Misuse of the camera", .enabled(if: Fixtures.areBuilt("Misbehaving"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct MisuseTests {
  private static let generic = "NSGenericException"
  private static let argument = "NSInvalidArgumentException"
  private static let range = "NSRangeException"
  private static let photo = "-[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] "

  /// Each misuse that ends a guest, with the exception and the words that its record must have.
  private static let fatal: [(misuse: String, exception: String, reason: String)] = [
    (
      "start-in-configuration", generic,
      "-[AVCaptureSession startRunning] startRunning may not be called between calls to "
        + "beginConfiguration and commitConfiguration"
    ),
    ("stop-in-configuration", generic, "-[AVCaptureSession stopRunning] stopRunning may not be"),
    (
      "input-twice", argument,
      "-[AVCaptureSession addInput:] An AVCaptureInput instance may not be added more than once"
    ),
    ("input-in-two-sessions", argument, "may not be added to more than one session"),
    ("second-camera", argument, "Multiple audio/video AVCaptureInputs are not currently supported"),
    (
      "output-twice", argument, "[AVCaptureSession addOutput:] An AVCaptureOutput instance may"
    ),
    (
      "second-photo-output", argument,
      "because more than one output of the same type is unsupported"
    ),
    ("foreign-preset", argument, "-[AVCaptureSession setSessionPreset:] Not supported - use"),
    ("multi-cam", argument, "AVCaptureMultiCamSession is not supported on this device"),
    ("settings-twice", argument, photo + "Settings may not be re-used"),
    ("photo-without-session", argument, photo + "No active and enabled video connection"),
    ("photo-without-input", argument, photo + "No active and enabled video connection"),
    ("photo-after-stop", argument, photo + "No active and enabled video connection"),
    ("photo-by-disabled-connection", argument, photo + "No active and enabled video connection"),
    (
      "flash-not-supported", argument,
      photo + "flashMode must be set to a value present in the supportedFlashModes array"
    ),
    ("codec-not-supported", argument, "must be present in the availablePhotoCodecTypes array"),
    ("pixel-format-not-supported", argument, "present in the availablePhotoPixelFormatTypes array"),
    ("raw-not-supported", argument, "be present in self.availableRawPhotoPixelFormatTypes"),
    ("dimensions-not-supported", argument, photo + "settings.maxPhotoDimensions must match one of"),
    ("too-much-quality", argument, "must not be higher than self.maxPhotoQualityPrioritization"),
    ("live-photo", argument, photo + "settings.livePhotoMovieFileURL must be nil unless"),
    (
      "codec-and-pixel-format", argument,
      "kCVPixelBufferPixelFormatTypeKey and AVVideoCodecKey may not both be specified"
    ),
    (
      "zoom-without-lock", generic,
      "-[AVCaptureDevice setVideoZoomFactor:] May not be called without first successfully gaining "
        + "exclusive ownership of the device using -lockForConfiguration:"
    ),
    ("unlock-without-lock", generic, "-[AVCaptureDevice unlockForConfiguration] May not be called"),
    (
      "zoom-out-of-range", range,
      "setVideoZoomFactor:] - passed value 11.0 is out of range"
    ),
    ("bias-out-of-range", range, "passed bias 9.0 is out of range [-8.0, 8.0]"),
    ("focus-not-supported", argument, "-[AVCaptureDevice setFocusMode:] Not supported - use"),
    (
      "rate-not-supported", argument, "duration is not supported by the device's activeFormat"
    ),
    ("foreign-format", argument, "-[AVCaptureDevice setActiveFormat:] An unsupported activeFormat"),
    ("angle-not-supported", argument, "unsupported videoRotationAngle 45.0"),
    ("frames-without-queue", argument, "NULL queue passed"),
    ("frames-not-supported", argument, "-[AVCaptureVideoDataOutput setVideoSettings:] - 32 is not"),
    ("record-without-connection", argument, "No active/enabled connections"),
    ("control-twice", argument, "may not be added more than once to a session"),
    ("slider-out-of-range", argument, "-[AVCaptureSlider setValue:] 2.0 is not a value"),
    (
      "request-outside-change", "NSInternalInconsistencyException",
      "can only be called from inside of -[PHPhotoLibrary performChanges:completionHandler:]"
    ),
  ]

  /// Those that the real system forgives, or answers with an error, and what the guest prints.
  private static let forgiven = [
    ("commit-without-begin", ["running: true"]),
    ("record-over-file", ["film: fileAlreadyExists, whole: false", "the file: 4 bytes"]),
    ("record-on-full-disk", ["film: diskFull, whole: false", "the file: -1 bytes"]),
    ("stop-while-recording", ["film: sessionConfigurationChanged, whole: true"]),
  ]

  private func launch(_ misuse: String, on phone: Phone, then: String) async throws -> LaunchResult
  {
    try await phone.launch(
      behaviour: "misuses-camera \(misuse)", "wait ready; press camera-control; " + then)
  }

  @Test("ends the guest as on iOS, and the record says what it did", arguments: fatal)
  func ends(misuse: String, exception: String, reason: String) async throws {
    let result = try await launch(misuse, on: Phone(), then: "wait end")
    let record = try result.record()
    #expect(record.reason == .crashed, "\(result.transcript)")
    #expect(record.code == "LH2017")
    #expect(record.signalName == "SIGABRT" && result.run.status == 134)
    #expect(record.exception?.name == exception)
    #expect(record.exception?.reason.contains(reason) == true, "\(record.exception as Any)")
    #expect(record.message?.contains(reason) == true)
    #expect(!result.run.errors.contains("forgiven"), "\(result.transcript)")
    #expect(record.container.wiped)
  }

  @Test("that is forgiven ends nothing", arguments: forgiven)
  func goesOn(misuse: String, printed: [String]) async throws {
    let phone = try Phone()
    let app = try MisbehavingApp.bundle("misuses-camera \(misuse)", in: phone.scratch)
    let result = try await phone.launch(
      app, "wait ready; press camera-control", until: "forgiven: \(misuse)")
    let record = try result.record()
    #expect(record.exception == nil && record.reason == .interrupted, "\(result.transcript)")
    for line in printed { #expect(result.run.errors.contains(line), "\(result.transcript)") }
  }

  @Test("a device without the wanted camera has none for it, and the watchdog says what is missing")
  func noDevice() async throws {
    let phone = try Phone()
    let camera = """
      { "cameras": [{ "uniqueID": "front", "localizedName": "Front", "position": "front",
        "deviceType": "builtInWideAngleCamera", "formats": [{ "width": 640, "height": 480,
        "maximumRate": 30 }], "sensorWidth": 640, "sensorHeight": 480, "sensorAngle": 0,
        "isMirrored": true, "hasFlash": false, "hasTorch": false, "hasFocus": false,
        "minimumZoom": 1, "maximumZoom": 1, "minimumExposureBias": 0, "maximumExposureBias": 0,
        "fieldOfView": 60, "exposure": { "apertureTenths": 22, "equivalentFocalLength": 30,
        "focalLengthTenths": 27, "sensitivity": 100, "shutterDenominator": 60 } }], "version": 1 }
      """
    let folder = phone.state + "/devices/default"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(camera.utf8).write(to: URL(fileURLWithPath: folder + "/cameras.json"))
    let result = try await phone.launch(
      behaviour: "none", "wait end", flags: ["--watchdog", "1500ms"])
    let record = try result.record()
    #expect(record.reason == .watchdog && record.code == "LH2001", "\(result.transcript)")
    #expect(record.missing == ["camera"], "\(result.transcript)")
    #expect(result.run.errors.contains("camera: started"), "a session without an input runs")
  }

  @Test("an app without the permission has no input, with Apple's error")
  func noPermission() async throws {
    let phone = try Phone()
    let (app, identifier) = (
      try MisbehavingApp.bundle("app-camera", in: phone.scratch), "org.lockhost.Misbehaving"
    )
    #expect(try await phone.run("install", app).status == 0)
    #expect(try await phone.run("privacy", "revoke", "camera", identifier).status == 0)
    let denied = try await phone.launch(
      identifier, "sleep 100ms", until: "camera input:", lock: "--unlocked")
    #expect(denied.run.errors.contains("camera status: 2"), "\(denied.transcript)")
    #expect(
      denied.run.errors.contains("camera input: AVFoundationErrorDomain -11852"),
      "\(denied.transcript)")
    #expect(try denied.record().exception == nil)
  }

  @Test("an app's camera is interrupted while the app is in the background")
  func background() async throws {
    let phone = try Phone()
    let app = try MisbehavingApp.bundle("app-camera", in: phone.scratch)
    let result = try await phone.launch(
      app, "sleep 1s; lock; sleep 300ms; unlock",
      until: "app camera: interruption ended\nguest: app camera: started", lock: "--unlocked")
    let prefix = "guest: app camera: "
    let lines = result.run.errors.split(separator: "\n").filter { $0.hasPrefix(prefix) }
    #expect(
      lines.prefix(5).map { $0.dropFirst(prefix.count) } == [
        "started", "interrupted 1", "stopped", "interruption ended", "started",
      ], "\(result.transcript)")
  }

  @Test("is told to people, with the line that called")
  func story() async throws {
    let phone = try Phone()
    let result = try await launch("settings-twice", on: phone, then: "wait end")
    #expect(result.run.errors.contains("LH2017"), "\(result.transcript)")
    #expect(result.run.errors.contains("Settings may not be re-used"), "\(result.transcript)")
    let story = try await phone.run("explain", "last")
    #expect(story.output.contains("Settings may not be re-used"), "\(story.output)")
    #expect(story.output.contains("[LH2017]"), "\(story.output)")
    #expect(story.output.contains("PhotoMisuse.swift:"), "\(story.output)")
  }

  @Test("has every kind that the fixture knows")
  func complete() throws {
    let source = try SourceTree.text(
      "Tests/Fixtures/Misbehaving/Sources/MisbehavingCapture/CameraMisuse.swift")
    let known = source.split(separator: "\n").compactMap { line -> String? in
      let parts = line.split(separator: "\"")
      return line.hasPrefix("  case ") && parts.count == 2 ? String(parts[1]) : nil
    }
    #expect(Set(known) == Set(Self.fatal.map(\.misuse) + Self.forgiven.map(\.0)))
  }
}
