// SPDX-License-Identifier: MIT

import AVFoundation
import Photos

final class TinyCamera: NSObject, AVCapturePhotoCaptureDelegate {
  private let session = AVCaptureSession()
  private let output = AVCapturePhotoOutput()
  private var folder: URL?

  func start() {
    guard
      let device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back),
      let input = try? AVCaptureDeviceInput(device: device)
    else { return }
    session.addInput(input)
    session.addOutput(output)
    session.startRunning()
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

    // For the app, which gets this folder when the extension has ended.
    try? data.write(to: folder.appendingPathComponent("photo.jpg"), options: .atomic)

    // For the person: the photo library.
    PHPhotoLibrary.shared().performChanges {
      PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: nil)
    }
  }
}
