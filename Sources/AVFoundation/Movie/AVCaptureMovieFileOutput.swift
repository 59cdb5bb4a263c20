// SPDX-License-Identifier: MIT

public import CoreMedia
import Dispatch
import Foundation
import LockhostGuest
import LockhostWire
import Synchronization

/// Records the camera into a QuickTime film without sound.
///
/// The host encodes each frame as a JPEG and keeps the film in its memory until it ends; so a film has
/// at most as many bytes as the photo library takes, 64 MiB. Then the file is written here.
public final class AVCaptureMovieFileOutput: AVCaptureFileOutput, @unchecked Sendable {
  // Unchecked because its superclass is; what can change is in a mutex.

  private struct State {
    var recording: MovieRecording?
    var maximumDuration = CMTime.invalid
    var maximumBytes: Int64 = 0
    var fragmentInterval = CMTime(value: 10, timescale: 1)
  }

  private let state = Mutex(State())

  /// One for all callbacks of this output, so that they never overlap.
  private let callbacks = DispatchQueue(label: "org.lockhost.movie-output.delegate")

  /// Makes an output.
  public override init() { super.init() }

  override var wireOutput: CameraStart.Output { .movie }
  override var allowsSiblings: Bool { false }
  override var supportedRotationAngles: [CGFloat] { [0, 90, 180, 270] }
  override var supportsMirroring: Bool { true }

  /// The codecs that films can have; JPEG.
  public var availableVideoCodecTypes: [AVVideoCodecType] { [.jpeg] }

  /// How a connection's frames are encoded.
  public func outputSettings(for connection: AVCaptureConnection) -> [String: Any] {
    [AVVideoCodecKey: AVVideoCodecType.jpeg]
  }

  /// Chooses how a connection's frames are encoded; another codec than JPEG ends the process.
  public func setOutputSettings(
    _ outputSettings: [String: Any]?, for connection: AVCaptureConnection
  ) {
    guard let codec = outputSettings?[AVVideoCodecKey] else { return }
    let chosen = (codec as? AVVideoCodecType) ?? (codec as? String).map(AVVideoCodecType.init)
    guard chosen == .jpeg else {
      UncaughtException.invalidArgument.raise(
        "*** -[AVCaptureMovieFileOutput setOutputSettings:forConnection:] unsupported codec - use "
          + "-availableVideoCodecTypes")
    }
  }

  // MARK: Limits

  /// The longest film; `.invalid` for no limit of the program's.
  public var maxRecordedDuration: CMTime {
    get { state.withLock { $0.maximumDuration } }
    set { state.withLock { $0.maximumDuration = newValue } }
  }

  /// The largest film in bytes; 0 for no limit of the program's.
  public var maxRecordedFileSize: Int64 {
    get { state.withLock { $0.maximumBytes } }
    set { state.withLock { $0.maximumBytes = newValue } }
  }

  /// How often the file is made playable while it grows; without effect, as it is written at its end.
  public var movieFragmentInterval: CMTime {
    get { state.withLock { $0.fragmentInterval } }
    set { state.withLock { $0.fragmentInterval = newValue } }
  }

  // MARK: Recording

  private var recording: MovieRecording? { state.withLock { $0.recording } }

  /// Whether a film is being recorded.
  public override var isRecording: Bool { recording?.hasStarted == true }
  /// Where the film goes that is being recorded, nil for none.
  public override var outputFileURL: URL? { recording?.url }
  /// How long the film is that is being recorded.
  public override var recordedDuration: CMTime { recording?.duration ?? .zero }
  /// How large the film is, in bytes; 0 until it has ended.
  public override var recordedFileSize: Int64 { recording?.byteCount ?? 0 }

  /// Begins a film.
  ///
  /// Returns at once; the delegate hears the rest. Misuse ends the process as on iOS: a URL that is no
  /// file's, a film under way, and an output without an active and enabled connection in a running
  /// session.
  ///
  /// - Parameters:
  ///   - outputFileURL: A file that is not there yet; one that is there fails the film.
  ///   - delegate: Not held: keep it until the last callback.
  public override func startRecording(
    to outputFileURL: URL, recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
  ) {
    let method = "*** -[AVCaptureMovieFileOutput startRecordingToOutputFileURL:recordingDelegate:]"
    guard outputFileURL.isFileURL else {
      UncaughtException.invalidArgument.raise("\(method) Cannot record to a URL that is not a file")
    }
    guard let way = connection(with: .video), way.isActive, way.isEnabled,
      let session, session.isRunning
    else {
      UncaughtException.invalidArgument.raise("\(method) No active/enabled connections")
    }
    let (duration, bytes) = state.withLock { ($0.maximumDuration, $0.maximumBytes) }
    let made = MovieRecording(
      output: self, url: outputFileURL, connection: way, delegate: delegate, queue: callbacks,
      hardware: session.hardware,
      request: MovieStart(
        recordingID: MovieRecording.nextID(), codec: "jpeg",
        rotationAngle: Int(way.videoRotationAngle), mirrored: way.isVideoMirrored,
        maximumSeconds: duration.isNumeric && duration > .zero ? duration.seconds : nil,
        maximumBytes: bytes > 0 ? Int(bytes) : nil))
    let isFree = state.withLock { state -> Bool in
      guard state.recording == nil else { return false }
      state.recording = made
      return true
    }
    guard isFree else {
      UncaughtException.invalidArgument.raise("\(method) A recording is in progress")
    }
    made.start()
  }

  /// Ends the film; the delegate hears when its file is there.
  ///
  /// Does nothing when there is none.
  public override func stopRecording() { recording?.stop() }

  /// A film is over: another one can begin, also in its last callback.
  func didEnd(_ ended: MovieRecording) {
    state.withLock { if $0.recording === ended { $0.recording = nil } }
  }
}
