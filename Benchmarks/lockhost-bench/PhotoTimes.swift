// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostServices
import LockhostSystem
import LockhostWire

/// A photo of twelve megapixels, step by step.
enum PhotoTimes {
  /// Presses so often, one after the other, and puts each photo into a library on disk.
  static func measure(count: Int) async throws -> Measurement {
    var measurement = Measurement()
    let scratch = try BenchmarkSources()
    defer { scratch.remove() }
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "lockhost-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let library = try PhotoLibrary(path: folder.path + "/library")
    let path = try scratch.photo()
    let opening = MonotonicInstant.now
    let scene = try CameraScene(.image(path: path))
    measurement.note("sourceDecoded", opening.duration(to: .now))
    let camera = CameraService(
      scene: scene, permissions: Permissions { _ in .authorized },
      observer: CameraService.Observer(frame: { _ in true }, isInUse: { _ in }))
    try await start(camera)
    let shutter = PhotoCaptureService(camera: camera)
    for codec in PhotoCodec.available {
      for number in 0...(codec == .jpeg ? count : count / 4) {
        let begun = MonotonicInstant.now
        let photo = try await take(shutter, codec)
        let encoded = MonotonicInstant.now
        let bytes = try photo.file.read(maximumBytes: photo.bytes)
        _ = try library.add([NewAsset(bytes: bytes)], session: "bench")
        let written = MonotonicInstant.now
        guard number > 0 else { continue }
        measurement.note("\(codec.rawValue).pressToPhoto", begun.duration(to: encoded))
        measurement.note("\(codec.rawValue).photoToLibrary", encoded.duration(to: written))
        measurement.note("\(codec.rawValue).pressToLibrary", begun.duration(to: written))
        measurement.numbers["\(codec.rawValue).bytes"] = Double(photo.bytes)
        measurement.numbers["\(codec.rawValue).megapixels"] =
          Double(photo.width * photo.height) / 1e6
      }
    }
    await withCheckedContinuation { done in camera.stop { done.resume() } }
    return measurement
  }

  private static func start(_ camera: CameraService) async throws {
    guard
      let request = CameraRequest(
        device: .back, outputs: [.photo], width: 1920, height: 1080, frameRate: 30,
        deliversFrames: false)
    else { throw MeasurementFailure(description: "the camera has no such format") }
    try await withCheckedThrowingContinuation { continuation in
      camera.start(request) { result in
        continuation.resume(with: result.map { _ in }.mapError { $0 as any Error })
      }
    }
  }

  private static func take(
    _ shutter: PhotoCaptureService, _ codec: PhotoCodec
  ) async throws -> PhotoCaptureService.Photo {
    try await withCheckedThrowingContinuation { continuation in
      shutter.capture(PhotoSettings(codec: codec), progress: { _ in }) { result in
        continuation.resume(with: result.mapError { $0 as any Error })
      }
    }
  }
}
