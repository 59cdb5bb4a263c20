// SPDX-License-Identifier: MIT

import AVFoundation
import Glibc
import Photos

/// One mistake in the use of the camera, named by the second word of the file `behaviour`.
///
/// Each is what authors have written by mistake, and ends the process; those at the end do not.
enum CameraMisuse: String, CaseIterable {
  case startInConfiguration = "start-in-configuration"
  case stopInConfiguration = "stop-in-configuration"
  case inputTwice = "input-twice"
  case inputInTwoSessions = "input-in-two-sessions"
  case secondCamera = "second-camera"
  case outputTwice = "output-twice"
  case secondPhotoOutput = "second-photo-output"
  case foreignPreset = "foreign-preset"
  case multiCam = "multi-cam"
  case settingsTwice = "settings-twice"
  case photoWithoutSession = "photo-without-session"
  case photoWithoutInput = "photo-without-input"
  case photoAfterStop = "photo-after-stop"
  case photoByDisabledConnection = "photo-by-disabled-connection"
  case flashNotSupported = "flash-not-supported"
  case codecNotSupported = "codec-not-supported"
  case pixelFormatNotSupported = "pixel-format-not-supported"
  case rawNotSupported = "raw-not-supported"
  case dimensionsNotSupported = "dimensions-not-supported"
  case tooMuchQuality = "too-much-quality"
  case livePhoto = "live-photo"
  case codecAndPixelFormat = "codec-and-pixel-format"
  case zoomWithoutLock = "zoom-without-lock"
  case unlockWithoutLock = "unlock-without-lock"
  case zoomOutOfRange = "zoom-out-of-range"
  case biasOutOfRange = "bias-out-of-range"
  case focusNotSupported = "focus-not-supported"
  case rateNotSupported = "rate-not-supported"
  case foreignFormat = "foreign-format"
  case angleNotSupported = "angle-not-supported"
  case framesWithoutQueue = "frames-without-queue"
  case framesNotSupported = "frames-not-supported"
  case recordWithoutConnection = "record-without-connection"
  case controlTwice = "control-twice"
  case sliderOutOfRange = "slider-out-of-range"
  case requestOutsideChange = "request-outside-change"

  // Mistakes that the real system forgives, or answers with an error.
  case commitWithoutBegin = "commit-without-begin"
  case recordOverFile = "record-over-file"
  case recordOnFullDisk = "record-on-full-disk"
  case stopWhileRecording = "stop-while-recording"

  /// Reads the name from the bundle.
  static func fromBundle() -> CameraMisuse {
    let text = (try? String(contentsOfFile: "/bundle/behaviour", encoding: .utf8)) ?? ""
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count == 2, let misuse = CameraMisuse(rawValue: words[1]) else {
      print("no misuse is called '\(words.last ?? "")'")
      exit(64)
    }
    return misuse
  }

  /// Makes the mistake, and says so when it is over and the process still lives.
  func commit() {
    do {
      switch self {
      case .settingsTwice, .photoWithoutSession, .photoWithoutInput, .photoAfterStop,
        .photoByDisabledConnection, .flashNotSupported, .codecNotSupported,
        .pixelFormatNotSupported, .rawNotSupported, .dimensionsNotSupported, .tooMuchQuality,
        .livePhoto, .codecAndPixelFormat:
        try PhotoMisuse(misuse: self).commit()
      case .zoomWithoutLock, .unlockWithoutLock, .zoomOutOfRange, .biasOutOfRange,
        .focusNotSupported, .rateNotSupported, .foreignFormat:
        try commitOnDevice()
      default: try commitOnSession()
      }
      print("forgiven: \(rawValue)")
    } catch {
      print("error: \(error)")
    }
  }

  static func camera(_ position: AVCaptureDevice.Position) throws -> AVCaptureDevice {
    guard
      let device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position)
    else { throw AVError(.deviceNotConnected) }
    return device
  }

  static func input(_ position: AVCaptureDevice.Position = .back) throws -> AVCaptureDeviceInput {
    try AVCaptureDeviceInput(device: camera(position))
  }

  private func commitOnSession() throws {
    let session = AVCaptureSession()
    let input = try Self.input()
    switch self {
    case .startInConfiguration:
      session.beginConfiguration()
      session.startRunning()
    case .stopInConfiguration:
      session.beginConfiguration()
      session.stopRunning()
    case .inputTwice:
      session.addInput(input)
      print("can add it again: \(session.canAddInput(input))")
      session.addInput(input)
    case .inputInTwoSessions:
      session.addInput(input)
      AVCaptureSession().addInput(input)
    case .secondCamera:
      session.addInput(input)
      session.addInput(try Self.input(.front))
    case .outputTwice:
      let output = AVCapturePhotoOutput()
      session.addOutput(output)
      session.addOutput(output)
    case .secondPhotoOutput:
      session.addOutput(AVCapturePhotoOutput())
      session.addOutput(AVCapturePhotoOutput())
    case .foreignPreset:
      session.addInput(input)
      session.sessionPreset = .hd4K3840x2160
    case .multiCam:
      print("supported: \(AVCaptureMultiCamSession.isMultiCamSupported)")
      AVCaptureMultiCamSession().addInput(input)
    case .angleNotSupported:
      session.addInput(input)
      session.addOutput(AVCapturePhotoOutput())
      session.connections.first?.videoRotationAngle = 45
    case .framesWithoutQueue:
      AVCaptureVideoDataOutput().setSampleBufferDelegate(Silent(), queue: nil)
    case .framesNotSupported:
      AVCaptureVideoDataOutput().videoSettings = [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32ARGB
      ]
    case .recordWithoutConnection:
      let output = AVCaptureMovieFileOutput()
      session.addOutput(output)
      session.startRunning()
      output.startRecording(
        to: URL(fileURLWithPath: "/container/a.mov"), recordingDelegate: Silent())
    case .controlTwice:
      let slider = AVCaptureSlider("a", symbolName: "a", in: 0...1)
      session.addControl(slider)
      session.addControl(slider)
    case .sliderOutOfRange: AVCaptureSlider("a", symbolName: "a", in: 0...1).value = 2
    case .requestOutsideChange: PHAssetCreationRequest.forAsset()
    case .commitWithoutBegin:
      session.commitConfiguration()
      session.addInput(input)
      session.addOutput(AVCapturePhotoOutput())
      session.startRunning()
      print("running: \(session.isRunning)")
    case .recordOverFile, .recordOnFullDisk, .stopWhileRecording: try record(session, input)
    default: print("nothing to do")
    }
  }

  private func commitOnDevice() throws {
    let (back, front) = (try Self.camera(.back), try Self.camera(.front))
    switch self {
    case .zoomWithoutLock: back.videoZoomFactor = 2
    case .unlockWithoutLock: back.unlockForConfiguration()
    default:
      try back.lockForConfiguration()
      try front.lockForConfiguration()
      switch self {
      case .zoomOutOfRange: back.videoZoomFactor = back.maxAvailableVideoZoomFactor + 1
      case .biasOutOfRange: back.setExposureTargetBias(back.maxExposureTargetBias + 1)
      case .focusNotSupported: front.focusMode = .autoFocus
      case .rateNotSupported: back.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 1000)
      default: back.activeFormat = front.activeFormat
      }
    }
  }

  /// A film that goes wrong: the delegate hears why, and files are left as they should be.
  private func record(_ session: AVCaptureSession, _ input: AVCaptureDeviceInput) throws {
    let url = URL(fileURLWithPath: "/container/film.mov")
    if self == .recordOverFile { try Data("mine".utf8).write(to: url) }
    let output = AVCaptureMovieFileOutput()
    session.addInput(input)
    session.addOutput(output)
    session.startRunning()
    let delegate = FilmJournal()
    output.startRecording(to: url, recordingDelegate: delegate)
    if self != .recordOverFile { delegate.started.wait() }
    if self == .recordOnFullDisk { Self.fillContainer() }
    if self == .stopWhileRecording { session.stopRunning() } else { output.stopRecording() }
    delegate.ended.wait()
    print("the file: \((try? Data(contentsOf: url))?.count ?? -1) bytes")
  }

  private static func fillContainer() {
    let file = open("/container/fill", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    var size = 1 << 20
    while size > 0 {
      let block = [UInt8](repeating: 0xA5, count: size)
      while write(file, block, size) > 0 {}
      size /= 16
    }
    close(file)
  }
}

/// Waits for the start and the end of a film.
private final class FilmJournal: NSObject, AVCaptureFileOutputRecordingDelegate, Sendable {
  let started = DispatchSemaphore(value: 0)
  let ended = DispatchSemaphore(value: 0)

  func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL,
    from connections: [AVCaptureConnection]
  ) { started.signal() }

  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
    from connections: [AVCaptureConnection], error: (any Error)?
  ) {
    let error = error as? AVError
    let isWhole = error?.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool
    print("film: \(error.map { "\($0.code)" } ?? "no error"), whole: \(isWhole ?? false)")
    ended.signal()
  }
}

/// Hears and says nothing.
final class Silent: NSObject, AVCapturePhotoCaptureDelegate, AVCaptureFileOutputRecordingDelegate,
  AVCaptureVideoDataOutputSampleBufferDelegate
{
  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
    from connections: [AVCaptureConnection], error: (any Error)?
  ) {}
}
