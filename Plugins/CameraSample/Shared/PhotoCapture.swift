// SPDX-License-Identifier: MIT

import AVFoundation

/// One press of the shutter, from the request to the encoded file.
final class PhotoCapture: NSObject, AVCapturePhotoCaptureDelegate {
  private let continuation: CheckedContinuation<Data, any Error>

  init(continuation: CheckedContinuation<Data, any Error>) {
    self.continuation = continuation
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto,
    error: (any Error)?
  ) {
    if let error {
      continuation.resume(throwing: error)
    } else if let data = photo.fileDataRepresentation() {
      continuation.resume(returning: data)
    } else {
      continuation.resume(throwing: CameraError.noData)
    }
  }
}
