// SPDX-License-Identifier: MIT

import Dispatch
package import LockhostSystem
import LockhostWire
import Synchronization

/// Takes photos with a session's running camera and encodes them in the host.
///
/// One after the other, on a queue of the session's own; what a guest asks for beyond a few is
/// refused, so that it cannot fill the host's memory with pictures.
package final class PhotoCaptureService: Sendable {
  /// Why there is no photo.
  package enum Refusal: Error, Hashable, Sendable {
    /// No camera runs that is connected to a photo output.
    case noCamera
    /// So many are being taken already.
    case tooMany(inFlight: Int)
    /// The wanted size is empty or larger than the sensor.
    case badSize
    /// The encoder failed.
    case encoding(ServiceError)
    /// The photo could not be handed over.
    case memory(SystemError)
  }

  /// How far a photo is; the numbers are the wire's.
  package enum Phase: UInt32, Hashable, Sendable {
    case willBegin = 1
    case willCapture = 2
    case didCapture = 3
  }

  /// A photo that was taken.
  package struct Photo: Sendable {
    /// The JPEG file, sealed.
    package let file: MemoryFile
    /// The file's size in bytes.
    package let bytes: Int
    /// Pixels across, as stored.
    package let width: Int
    /// Pixels down, as stored.
    package let height: Int
    /// How it must be turned.
    package let orientation: ImageOrientation
  }

  /// How many photos of a session are worked on at once; each takes up to 400 MB.
  package static let maximumInFlight = 3
  /// Below this mean brightness, of 255, an automatic flash fires.
  package static let darkness = 40

  private let camera: CameraService
  private let queue = DispatchQueue(label: "lockhost.photo", qos: .userInitiated)
  private let inFlight = Mutex(0)

  /// Makes the shutter of a session's camera.
  package init(camera: CameraService) {
    self.camera = camera
  }

  /// Takes a photo.
  ///
  /// - Parameters:
  ///   - progress: Called for each phase in order, before `done`.
  ///   - done: Called exactly once, from any thread.
  package func capture(
    _ settings: PhotoSettings, progress: @escaping @Sendable (Phase) -> Void,
    then done: @escaping @Sendable (Result<Photo, Refusal>) -> Void
  ) {
    guard let running = camera.running, running.request.outputs.contains(.photo) else {
      done(.failure(.noCamera))
      return
    }
    guard let size = size(settings, of: running.request.device) else {
      done(.failure(.badSize))
      return
    }
    let count = inFlight.withLock { count -> Int? in
      guard count < Self.maximumInFlight else { return nil }
      count += 1
      return count
    }
    guard count != nil else {
      done(.failure(.tooMany(inFlight: Self.maximumInFlight)))
      return
    }
    queue.async { [self] in
      let scene = camera.currentScene
      progress(.willBegin)
      progress(.willCapture)
      let frame = camera.running?.frame ?? running.frame
      let picture = scene.picture(width: size.width, height: size.height, frame: frame)
      progress(.didCapture)
      let result = encode(picture, settings, device: running.request.device)
      inFlight.withLock { $0 -= 1 }
      done(result)
      if case .success = result { scene.advance() }
    }
  }

  private func size(_ settings: PhotoSettings, of device: CameraDevice) -> PhotoSettings.Size? {
    guard let size = settings.size else {
      return PhotoSettings.Size(width: device.sensorWidth, height: device.sensorHeight)
    }
    guard (1...device.sensorWidth).contains(size.width),
      (1...device.sensorHeight).contains(size.height)
    else { return nil }
    return size
  }

  private func encode(
    _ picture: BGRAImage, _ settings: PhotoSettings, device: CameraDevice
  ) -> Result<Photo, Refusal> {
    let metadata = PhotoMetadata(
      width: picture.width, height: picture.height, orientation: settings.orientation,
      time: .now, device: device, flash: flash(settings.flashMode, device, picture),
      uniqueID: Self.uniqueID())
    let quality = settings.quality.map { Int(($0 * 100).rounded()) }
    let content: [UInt8]
    do throws(ServiceError) {
      content = try JPEGEncoder.encode(
        picture, quality: quality ?? JPEGEncoder.standardQuality, exif: metadata.exif())
    } catch {
      return .failure(.encoding(error))
    }
    do throws(SystemError) {
      let file = try MemoryFile.sealed(name: "lockhost-photo", content: content)
      return .success(
        Photo(
          file: file, bytes: content.count, width: picture.width, height: picture.height,
          orientation: settings.orientation))
    } catch {
      return .failure(.memory(error))
    }
  }

  private func flash(
    _ mode: PhotoCapture.FlashMode, _ device: CameraDevice, _ picture: BGRAImage
  ) -> PhotoMetadata.Flash {
    guard device.hasFlash else { return .absent }
    return switch mode {
    case .off: .offByChoice
    case .on: .firedByChoice
    case .auto: picture.meanLuminance < Self.darkness ? .firedByItself : .offByItself
    }
  }

  private static func uniqueID() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(UInt32.random(in: .min ... .max, using: &generator), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }
}
