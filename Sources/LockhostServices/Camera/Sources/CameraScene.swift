// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization

/// A camera source that has been opened: pictures to take, frames to show.
///
/// Everything that can be wrong with a source is found when it is opened, not when the shutter is
/// pressed. Shared by both cameras of the device, and by guests; safe to use from any thread.
package final class CameraScene: Sendable {
  private struct State {
    /// The picture that the next photo will be; `nil` for scenes that are made up.
    var picture: BGRAImage?
    var index: Int
    /// Changes whenever `picture` does.
    var generation: Int
  }

  /// What was opened.
  package let source: CameraSource
  private let files: [String]
  private let moving: (any MovingPicture)?
  /// What decodes its files.
  package let decoder: ImageDecoder
  private let state: Mutex<State>
  private let opening = SceneOpening()
  private let layouts = FrameLayouts()

  /// Opens a source: reads and decodes its file, or the first of its folder.
  ///
  /// Blocks for as long as that takes. Every file of a folder is judged by its header, so that a
  /// bad one is named at once.
  ///
  /// - Parameters:
  ///   - kernel: What a capture device is asked through.
  ///   - decodesLater: Whether a still picture is decoded on another thread, while the caller goes on.
  ///     What its header says is wrong is found at once even so; the rest is told by `whenOpened`.
  ///     Who wants the picture before waits for it.
  /// - Throws: `ServiceError` that names the file.
  package init(
    _ source: CameraSource, decoder: ImageDecoder = ImageDecoder(),
    kernel: any CaptureKernel = LinuxCaptureKernel(), decodesLater: Bool = false
  ) throws(ServiceError) {
    self.source = source
    self.decoder = decoder
    var first: ImageDecoder.Judged?
    moving =
      switch source {
      case .video(let path): try VideoFile(path: path, decoder: decoder)
      case .device(let path): try CaptureDevice(path: path, kernel: kernel, decoder: decoder)
      default: nil
      }
    switch source {
    case .pattern, .color, .video, .device: files = []
    case .image(let path):
      files = [path]
      first = try decoder.judge(path: path)
    case .folder(let path):
      let found = try ImageFolder.files(in: path)
      files = found
      for file in found {
        let bytes = try ImageFile.read(path: file, limits: decoder.limits)
        _ = try ImageHeader(bytes: bytes, limits: decoder.limits, name: file)
      }
      if let path = found.first { first = try decoder.judge(path: path) }
    }
    state = Mutex(State(picture: nil, index: 0, generation: 0))
    guard let first else {
      opening.settle(.success(()))
      return
    }
    if decodesLater {
      DispatchQueue.global(qos: .userInitiated).async { self.decode(first) }
    } else {
      decode(first)
      try opening.outcome?.get()
    }
  }

  /// Shows pictures that this program has itself.
  ///
  /// - Parameter source: What people are told that it is.
  package init(_ pictures: any MovingPicture, as source: CameraSource) {
    self.source = source
    decoder = ImageDecoder()
    moving = pictures
    files = []
    state = Mutex(State(picture: nil, index: 0, generation: 0))
    opening.settle(.success(()))
  }

  /// Decodes the first picture, after which the decoder rests: a film or a capture device has a picture
  /// for every frame, others have had theirs.
  private func decode(_ judged: ImageDecoder.Judged) {
    do throws(ServiceError) {
      let picture = try decoder.decode(judged)
      state.withLock { $0.picture = picture }
      opening.settle(.success(()))
    } catch {
      opening.settle(.failure(error))
    }
    decoder.rest()
  }

  /// Calls once the first picture is there, or cannot be had.
  ///
  /// At once when that is known; else on another thread.
  package func whenOpened(_ body: @escaping @Sendable (Result<Void, ServiceError>) -> Void) {
    opening.whenSettled(body)
  }

  /// Waits until the first picture is there.
  ///
  /// - Throws: `ServiceError` that names the file, when it cannot be had.
  package func opened() async throws(ServiceError) {
    let outcome = await withCheckedContinuation { continuation in
      whenOpened { continuation.resume(returning: $0) }
    }
    try outcome.get()
  }

  /// What the next photo is of, which a scene with files has once it is open.
  private var shown: State {
    let state = state.withLock { $0 }
    guard state.picture == nil, !files.isEmpty else { return state }
    opening.wait()
    return self.state.withLock { $0 }
  }

  /// Changes whenever the scene shows another picture.
  package var generation: Int { state.withLock { $0.generation } }

  /// Whether the scene has a size of its own, which photos then have.
  package var hasOwnSize: Bool { !files.isEmpty || moving != nil }

  /// Takes the picture that the sensor sees now.
  ///
  /// - Parameters:
  ///   - width: For a scene without a size of its own.
  ///   - height: For a scene without a size of its own.
  ///   - frame: The number that a pattern shows.
  ///   - seconds: How long the camera has run, which is the moment of a moving picture.
  func picture(width: Int, height: Int, frame: UInt64, seconds: Double) -> BGRAImage {
    if let moving { return moving.picture(at: seconds) }
    if let picture = shown.picture { return picture }
    switch source {
    case .color(let red, let green, let blue):
      return BGRAImage(
        width: width, height: height,
        filledWith: BGRAImage.pixel(red: red, green: green, blue: blue))
    case .pattern: return TestPattern(width: width, height: height).image(frame: frame)
    // The picture could not be had, and the session is about to end for it.
    default: return BGRAImage(width: width, height: height, filledWith: 0xFF00_0000)
    }
  }

  /// The picture of a moment, where the scene is a film or a capture device.
  package func picture(at seconds: Double) -> BGRAImage? { moving?.picture(at: seconds) }

  /// Goes on to the next picture of a folder; the last is followed by the first.
  ///
  /// Blocks while it decodes. A file that has become unreadable since the start is passed over; if
  /// all have, the scene stays.
  func advance() {
    guard files.count > 1 else { return }
    defer { decoder.rest() }
    let start = state.withLock { $0.index }
    for step in 1..<files.count {
      let index = (start + step) % files.count
      guard case .success(let picture) = decoded(files[index]) else { continue }
      state.withLock { state in
        state.picture = picture
        state.index = index
        state.generation += 1
      }
      return
    }
  }

  /// Makes what draws the frames that a request asks for, of the picture that is shown now.
  ///
  /// A pattern is mirrored only where that was asked for: nobody could read its number.
  func painter(for request: CameraRequest, view: CameraView) -> FramePainter {
    let shown = shown
    let (picture, generation) = (shown.picture, shown.generation)
    let isPattern = picture == nil && source == .pattern
    let transform = FrameTransform(
      request, view: view,
      isMirrored: request.mirrored ?? (request.device.isMirrored && !isPattern))
    let (width, height) = transform.sceneSize
    let content: FramePainter.Content
    if let moving {
      content = .moving(moving, transform)
    } else if isPattern {
      let pattern = TestPattern(
        width: width, height: height, stops: transform.isPlain ? view.stops : 0)
      content = transform.isPlain ? .pattern(pattern) : .turnedPattern(pattern, transform)
    } else {
      content = .still(
        layouts.layout(transform, generation: generation) {
          transform.bytes(
            of: picture ?? self.picture(width: width, height: height, frame: 0, seconds: 0))
        })
    }
    return FramePainter(content: content, generation: generation)
  }

  private func decoded(_ path: String) -> Result<BGRAImage, ServiceError> {
    do throws(ServiceError) {
      return .success(try decoder.decode(path: path))
    } catch {
      return .failure(error)
    }
  }
}
