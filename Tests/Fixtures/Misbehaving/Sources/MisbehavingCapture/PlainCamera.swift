// SPDX-License-Identifier: MIT

import AVFoundation
import Photos

/// A camera whose parts may be left out.
final class PlainCamera: NSObject, AVCapturePhotoCaptureDelegate {
  private let session = AVCaptureSession()
  private let output = AVCapturePhotoOutput()
  private var folder: URL?
  private var photos = 0
  private var turn: (AVCaptureDevice.RotationCoordinator, NSKeyValueObservation)?

  override init() {
    super.init()
    let center = NotificationCenter.default
    for (name, line) in [
      (AVCaptureSession.didStartRunningNotification, "started"),
      (AVCaptureSession.didStopRunningNotification, "stopped"),
      (AVCaptureSession.interruptionEndedNotification, "interruption ended"),
    ] {
      _ = center.addObserver(forName: name, object: session, queue: nil) { _ in
        print("camera: \(line)")
      }
    }
    _ = center.addObserver(
      forName: AVCaptureSession.wasInterruptedNotification, object: session, queue: nil
    ) { note in
      let reason = note.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int
      print("camera: interrupted \(reason ?? -1)")
    }
  }

  func start(withInput: Bool, withOutput: Bool) {
    session.beginConfiguration()
    if withInput,
      let device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back),
      let input = try? AVCaptureDeviceInput(device: device)
    {
      session.addInput(input)
    }
    if withOutput { session.addOutput(output) }
    session.commitConfiguration()
    watchTurn()
    session.startRunning()
    print("camera running: \(session.isRunning)")
  }

  /// Says how a photo must be turned, now and whenever that changes.
  func watchTurn() {
    guard let device = AVCaptureDevice.default(for: .video) else { return }
    let coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: nil)
    turn = (
      coordinator,
      coordinator.observe(
        \.videoRotationAngleForHorizonLevelCapture, options: [.initial, .new]
      ) { _, change in print("level at \(Int(change.newValue ?? -1))") }
    )
  }

  func stop() {
    session.stopRunning()
  }

  func takePhoto(into folder: URL) {
    self.folder = folder
    output.capturePhoto(with: AVCapturePhotoSettings(), delegate: self)
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto,
    error: (any Error)?
  ) {
    guard let data = photo.fileDataRepresentation(), let folder else { return }
    photos += 1
    try? data.write(to: folder.appendingPathComponent("\(photos).jpg"), options: .atomic)
    PHPhotoLibrary.shared().performChanges {
      PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: nil)
    } completionHandler: { saved, error in
      print(saved ? "saved" : "not saved: \(String(describing: error))")
    }
  }
}
