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
    /// The camera was taken away for a while.
    case interrupted
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
    /// The JPEG or HEIC file, sealed.
    package let file: MemoryFile
    /// The file's size in bytes.
    package let bytes: Int
    /// Pixels across, as stored.
    package let width: Int
    /// Pixels down, as stored.
    package let height: Int
    /// How it must be turned.
    package let orientation: ImageOrientation
    /// Whether the flash fired for it.
    package let flashFired: Bool
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
    guard camera.interruption == nil else {
      done(.failure(.interrupted))
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
      let device = running.request.device
      progress(.willBegin)
      progress(.willCapture)
      let now = camera.running ?? running
      let controls = camera.controls(of: device)
      let view = CameraView(controls, on: device, at: .now)
      let picture = scene.picture(
        width: size.width, height: size.height, frame: now.frame, seconds: now.seconds)
      let flash = flash(settings.flashMode, device, picture)
      let exposed = picture.zoomed(view.zoom).exposed(
        stops: view.stops + (flash.hasFired ? CameraView.lampStops : 0)
      ).upright(from: Self.mounting(of: device.held(camera.deviceTurn)))
      progress(.didCapture)
      let result = encode(
        exposed, settings, device: device, flash: flash, zoom: view.zoom,
        bias: CameraView.bias(controls, on: device))
      inFlight.withLock { $0 -= 1 }
      done(result)
      if case .success = result { scene.advance() }
    }
  }

  /// How the sensor's mounting turns the picture before anybody has it.
  private static func mounting(of device: CameraDevice) -> ImageOrientation {
    ImageOrientation(rotationAngle: (360 - device.sensorAngle) % 360, mirrored: false) ?? .up
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
    _ picture: BGRAImage, _ settings: PhotoSettings, device: CameraDevice,
    flash: PhotoMetadata.Flash, zoom: Double, bias: Double
  ) -> Result<Photo, Refusal> {
    let metadata = PhotoMetadata(
      width: picture.width, height: picture.height, orientation: settings.orientation,
      time: .now, device: device, flash: flash, uniqueID: Self.uniqueID(), zoom: zoom,
      exposureBias: bias)
    let content: [UInt8]
    do throws(ServiceError) {
      content = try settings.codec.encode(
        picture, quality: settings.quality.map { Int(($0 * 100).rounded()) }, metadata: metadata)
    } catch {
      return .failure(.encoding(error))
    }
    do throws(SystemError) {
      let file = try MemoryFile.sealed(name: "lockhost-photo", content: content)
      return .success(
        Photo(
          file: file, bytes: content.count, width: picture.width, height: picture.height,
          orientation: settings.orientation, flashFired: flash.hasFired))
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
