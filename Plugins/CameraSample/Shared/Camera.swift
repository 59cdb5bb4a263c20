// SPDX-License-Identifier: MIT

import AVFoundation

/// The back camera and its photo output. Starting the session blocks, so it is not the main actor's.
actor Camera {
  private let captureSession = AVCaptureSession()
  private let photoOutput = AVCapturePhotoOutput()
  /// The output holds its delegates weakly.
  private var captures: [Int64: PhotoCapture] = [:]

  /// Starts the camera, and tries again for a while when another program still has it.
  func start() async throws {
    for _ in 0..<5 {
      try configure()
      if captureSession.isRunning { return }
      try await Task.sleep(for: .milliseconds(300))
    }
    throw CameraError.inUse
  }

  private func configure() throws {
    guard !captureSession.isRunning else { return }
    guard
      let device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back)
    else { throw CameraError.noCamera }
    let input = try AVCaptureDeviceInput(device: device)

    guard captureSession.inputs.isEmpty else { return captureSession.startRunning() }
    captureSession.beginConfiguration()
    captureSession.sessionPreset = .photo
    let canAdd = captureSession.canAddInput(input) && captureSession.canAddOutput(photoOutput)
    if canAdd {
      captureSession.addInput(input)
      captureSession.addOutput(photoOutput)
    }
    captureSession.commitConfiguration()
    guard canAdd else { throw CameraError.cannotConfigure }

    captureSession.startRunning()
  }

  func takePhoto(usesFlash: Bool) async throws -> Data {
    // While another program has the camera the session stands still, and asking for a photo is a mistake.
    guard captureSession.isRunning else { throw CameraError.inUse }
    let settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.jpeg])
    settings.flashMode = usesFlash ? .on : .off
    let id = settings.uniqueID
    defer { captures[id] = nil }
    return try await withCheckedThrowingContinuation { continuation in
      let capture = PhotoCapture(continuation: continuation)
      captures[id] = capture
      photoOutput.capturePhoto(with: settings, delegate: capture)
    }
  }
}

enum CameraError: LocalizedError {
  case noCamera
  case cannotConfigure
  case inUse
  case noData

  var errorDescription: String? {
    switch self {
    case .noCamera: "this device has no back camera"
    case .cannotConfigure: "the camera cannot take photos"
    case .inUse: "another program has the camera"
    case .noData: "the photo has no data"
    }
  }
}
