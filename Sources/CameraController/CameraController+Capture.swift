// SPDX-License-Identifier: MIT

public import AVFoundation
import Photos
import Synchronization

extension CameraController {
  /// A picture that was taken.
  public struct Photo: Hashable, Sendable {
    /// The whole file, with its metadata.
    public let file: Data
    /// The file's uniform type identifier, such as `public.jpeg`.
    public let uniformTypeIdentifier: String
    /// Pixels across, as stored; 0 where nobody looked.
    public let width: Int
    /// Pixels down, as stored; 0 where nobody looked.
    public let height: Int
    /// Whether the flash fired.
    public let flashFired: Bool
  }

  /// Takes a photo with the flash as it is set.
  ///
  /// - Throws: `notRunning` or `capture`.
  public func capture() async throws(CameraControllerError) -> Photo {
    guard isRunning else { throw .notRunning }
    switch source {
    case .image(let file):
      return Photo(
        file: file, uniformTypeIdentifier: FakePicture.type(of: file), width: 0, height: 0,
        flashFired: false)
    case .color(let red, let green, let blue):
      return FakePicture.photo(red: red, green: green, blue: blue)
    case .cameras: return try await captureByCamera()
    }
  }

  /// Takes a photo and keeps it in the person's photo library.
  ///
  /// A fake picture in a program that lockhost did not start finds no library: the error is
  /// `libraryVolumeOffline`.
  ///
  /// - Returns: The asset's local identifier.
  /// - Throws: `notRunning`, `capture`, or `library` with the photo lost.
  @discardableResult
  public func captureToLibrary() async throws(CameraControllerError) -> String {
    let photo = try await capture()
    guard source == .cameras || PHPhotoLibrary.isReachable else {
      throw .library(PHPhotosError(.libraryVolumeOffline))
    }
    let placeholder = Mutex<PHObjectPlaceholder?>(nil)
    do {
      try await PHPhotoLibrary.shared().performChanges {
        let request = PHAssetCreationRequest.forAsset()
        let options = PHAssetResourceCreationOptions()
        options.uniformTypeIdentifier = photo.uniformTypeIdentifier
        request.addResource(with: .photo, data: photo.file, options: options)
        placeholder.withLock { $0 = request.placeholderForCreatedAsset }
      }
    } catch {
      throw .library(error as? PHPhotosError ?? PHPhotosError(.internalError))
    }
    return placeholder.withLock { $0?.localIdentifier } ?? ""
  }

  private func captureByCamera() async throws(CameraControllerError) -> Photo {
    let mode = flashMode
    let receiver = PhotoReceiver()
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Photo, CameraControllerError>, Never>) in
      receiver.continuation.withLock { $0 = continuation }
      queue.async { [self] in
        // Asked again here, after whatever was before it on the queue: the output would end the
        // process.
        guard session.isRunning, !session.isInterrupted,
          let way = photoOutput.connection(with: .video), way.isActive, way.isEnabled
        else { return receiver.finish(.failure(.notRunning)) }
        let settings = AVCapturePhotoSettings()
        settings.flashMode = photoOutput.supportedFlashModes.contains(mode) ? mode : .off
        photoOutput.capturePhoto(with: settings, delegate: receiver)
      }
    }
    // The output does not hold its delegate.
    withExtendedLifetime(receiver) {}
    return try result.get()
  }
}

/// Waits for one photo.
private final class PhotoReceiver: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
  typealias Outcome = Result<CameraController.Photo, CameraControllerError>

  let continuation = Mutex<CheckedContinuation<Outcome, Never>?>(nil)
  private let photo = Mutex<Outcome?>(nil)

  func finish(_ outcome: Outcome) {
    let waiting = continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }
    waiting?.resume(returning: outcome)
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto,
    error: (any Error)?
  ) {
    guard error == nil, let file = photo.fileDataRepresentation() else { return }
    let taken = CameraController.Photo(
      file: file, uniformTypeIdentifier: AVFileType.jpg.rawValue,
      width: Int(photo.resolvedSettings.photoDimensions.width),
      height: Int(photo.resolvedSettings.photoDimensions.height),
      flashFired: photo.resolvedSettings.isFlashEnabled)
    self.photo.withLock { $0 = .success(taken) }
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput,
    didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings, error: (any Error)?
  ) {
    let failure = (error as? AVError) ?? AVError(.noDataCaptured)
    finish(photo.withLock { $0 } ?? .failure(.capture(failure)))
  }
}
