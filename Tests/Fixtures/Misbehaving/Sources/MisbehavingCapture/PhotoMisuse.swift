// SPDX-License-Identifier: MIT

import AVFoundation

/// The mistakes that are made with a photo, each with a session of its own.
struct PhotoMisuse {
  let misuse: CameraMisuse

  private let session = AVCaptureSession()
  private let output = AVCapturePhotoOutput()
  private let delegate = Silent()

  init(misuse: CameraMisuse) { self.misuse = misuse }

  func commit() throws {
    if misuse != .photoWithoutSession {
      if misuse != .photoWithoutInput {
        session.addInput(try CameraMisuse.input(misuse == .flashNotSupported ? .front : .back))
      }
      session.addOutput(output)
      session.startRunning()
    }
    switch misuse {
    case .settingsTwice:
      let settings = AVCapturePhotoSettings()
      capture(settings)
      capture(settings)
    case .photoAfterStop:
      session.stopRunning()
      capture(AVCapturePhotoSettings())
    case .photoByDisabledConnection:
      output.connection(with: .video)?.isEnabled = false
      capture(AVCapturePhotoSettings())
    case .codecNotSupported:
      capture(AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.h264]))
    case .pixelFormatNotSupported:
      capture(
        AVCapturePhotoSettings(format: [
          kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
        ]))
    case .codecAndPixelFormat:
      capture(
        AVCapturePhotoSettings(format: [
          AVVideoCodecKey: AVVideoCodecType.jpeg,
          kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
        ]))
    case .rawNotSupported: capture(AVCapturePhotoSettings(rawPixelFormatType: 0x6267_3136))
    default: capture(changedSettings())
    }
  }

  /// Settings with the one value that is not allowed.
  private func changedSettings() -> AVCapturePhotoSettings {
    let settings = AVCapturePhotoSettings()
    switch misuse {
    case .flashNotSupported: settings.flashMode = .on
    case .dimensionsNotSupported:
      settings.maxPhotoDimensions = CMVideoDimensions(width: 12_345, height: 54_321)
    case .tooMuchQuality: settings.photoQualityPrioritization = .quality
    case .livePhoto: settings.livePhotoMovieFileURL = URL(fileURLWithPath: "/container/live.mov")
    default: break
    }
    return settings
  }

  private func capture(_ settings: AVCapturePhotoSettings) {
    output.capturePhoto(with: settings, delegate: delegate)
  }
}
