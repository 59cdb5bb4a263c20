// SPDX-License-Identifier: MIT

import Dispatch
import LockhostSystem
import LockhostWire
import Synchronization

/// Encodes a running camera's frames into a film, on a queue of its own.
///
/// It never holds up the camera: a frame that comes while two wait is left out, and counted.
final class MovieRecorder: Sendable {
  /// What a finished recording is.
  struct Film: Sendable {
    let file: MemoryFile
    let bytes: Int
    let frames: Int
    let seconds: Double
    let dropped: Int
  }

  /// What happens to a recording; called on the recorder's queue, each at most once.
  struct Observer: Sendable {
    /// The first frame is in the file, or cannot be.
    let started: @Sendable (Bool) -> Void
    /// It takes no more frames.
    let ended: @Sendable (MovieEnded.Reason) -> Void
  }

  private enum Phase {
    case waiting, recording, ended
  }

  private struct State {
    var phase = Phase.waiting
    var pending = 0
    var dropped = 0
    var file: MovieFile?
  }

  /// How many frames wait to be encoded before one is left out.
  private static let maximumPending = 2
  /// Enough that a film looks like its frames, and an eighth of their bytes.
  private static let quality = 85

  let id: Int64
  private let settings: MovieStart
  private let limits: MovieLimits
  private let request: CameraRequest
  private let observer: Observer
  private let queue = DispatchQueue(label: "lockhost.movie", qos: .userInitiated)
  private let state = Mutex(State())

  /// Makes a recorder of a camera's frames as it delivers them now.
  init(
    _ settings: MovieStart, limits: MovieLimits, request: CameraRequest, observer: Observer
  ) {
    id = settings.recordingID
    self.settings = settings
    self.limits = limits
    self.request = request
    self.observer = observer
  }

  /// Takes a frame; called on the camera's queue, and does not wait.
  func take(frame: UInt64, of request: CameraRequest, scene: CameraScene, controls: CameraControls)
  {
    let isWanted = state.withLock { state -> Bool in
      guard state.phase != .ended else { return false }
      guard state.pending < Self.maximumPending else {
        state.dropped += 1
        return false
      }
      state.pending += 1
      return true
    }
    guard isWanted else { return }
    let time = MonotonicInstant.now
    let view = CameraView(controls, on: request.device, at: time)
    queue.async { [self] in
      let picture = scene.frame(number: frame, of: request, view: view)
      append(picture, at: time)
      state.withLock { $0.pending -= 1 }
    }
  }

  /// The camera delivers something else, or nothing any more, which ends a film.
  func cameraDidChange(to newRequest: CameraRequest?) {
    let isSame =
      newRequest.map {
        ($0.device, $0.width, $0.height) == (request.device, request.width, request.height)
      }
      ?? false
    if !isSame { queue.async { [self] in end(.camera) } }
  }

  /// The camera was taken away, which ends a film.
  func cameraWasInterrupted() { queue.async { [self] in end(.interruption) } }

  /// Ends the recording.
  ///
  /// - Parameter done: Called on the recorder's queue with the film; nil when it has no frame.
  func finish(then done: @escaping @Sendable (Film?) -> Void) {
    queue.async { [self] in
      let film = state.withLock { state -> Film? in
        state.phase = .ended
        guard var file = state.file, file.frames > 0 else { return nil }
        state.file = nil
        let (frames, seconds) = (file.frames, file.seconds)
        guard
          case .success(let finished) = Result(catching: { () throws(SystemError) in
            try file.finish()
          })
        else { return nil }
        return Film(
          file: finished.0, bytes: finished.bytes, frames: frames, seconds: seconds,
          dropped: state.dropped)
      }
      done(film)
    }
  }

  private func append(_ picture: BGRAImage, at time: MonotonicInstant) {
    guard state.withLock({ $0.phase != .ended }),
      case .success(let frame) = Result(catching: { () throws(ServiceError) in
        try JPEGEncoder.encodeFrame(picture, quality: Self.quality)
      })
    else { return }
    // The file is this queue's; the mutex is only how the compiler knows.
    let (isFirst, reason, hasFailed) = state.withLock {
      state -> (Bool, MovieEnded.Reason?, Bool) in
      let isFirst = state.phase == .waiting
      do throws(SystemError) {
        if state.file == nil {
          state.file = try MovieFile(
            width: request.width, height: request.height, frameRate: request.frameRate,
            rotationAngle: settings.rotationAngle, mirrored: settings.mirrored,
            created: PhotoTime.now.secondsSince1970)
        }
        if let bytes = state.file?.bytes, bytes + frame.count > maximumBytes {
          return (false, .size, false)
        }
        try state.file?.append(frame, at: time)
      } catch {
        return (isFirst, .size, isFirst)
      }
      state.phase = .recording
      let seconds = state.file?.seconds ?? 0
      return (isFirst, seconds >= maximumSeconds ? .duration : nil, false)
    }
    if isFirst { observer.started(!hasFailed) }
    if let reason { end(reason) }
  }

  private func end(_ reason: MovieEnded.Reason) {
    let (wasRunning, hadStarted) = state.withLock { state in
      defer { state.phase = .ended }
      return (state.phase != .ended, state.phase == .recording)
    }
    guard wasRunning else { return }
    if hadStarted { observer.ended(reason) } else { observer.started(false) }
  }

  /// Room for the index is left.
  private var maximumBytes: Int { min(settings.maximumBytes ?? .max, limits.bytes) }
  private var maximumSeconds: Double { min(settings.maximumSeconds ?? .infinity, limits.seconds) }
}

/// How large a film may become.
package struct MovieLimits: Hashable, Sendable {
  /// Bytes of its frames; its index has at most a hundredth of that.
  package let bytes: Int
  /// Its length.
  package let seconds: Double

  /// As large as a file that the photo library takes; it stands in the host's memory until it ends.
  package static let standard = MovieLimits(
    bytes: ImageLimits.standard.maximumFileBytes / 100 * 98, seconds: 600)

  /// Makes limits.
  package init(bytes: Int, seconds: Double) {
    self.bytes = bytes
    self.seconds = seconds
  }
}

extension CameraScene {
  /// One frame as the sensor sees it, neither turned nor mirrored by a connection.
  func frame(number: UInt64, of request: CameraRequest, view: CameraView) -> BGRAImage {
    guard
      let plain = CameraRequest(
        device: request.device, outputs: request.outputs, width: request.width,
        height: request.height, frameRate: request.frameRate, deliversFrames: true)
    else { return BGRAImage(width: request.width, height: request.height, filledWith: 0xFF00_0000) }
    let transform = FrameTransform(plain, view: view, isMirrored: false)
    return transform.apply(
      to: picture(
        width: transform.sceneSize.width, height: transform.sceneSize.height, frame: number,
        seconds: Double(number) / request.frameRate))
  }
}
