// SPDX-License-Identifier: MIT

public import AVFoundation
import Synchronization

/// A camera for apps that want one and no session, inputs, outputs and delegates.
///
/// ```swift
/// let camera = CameraController(position: .back, flash: .automatic)
/// try await camera.start()
/// let photo = try await camera.capture()
/// ```
///
/// Everything that blocks runs on a queue of the controller's: `start()`, `stop()` and a change of
/// the position suspend their caller and never hold up the main thread. May be used on any thread; the
/// order of calls is the order in which they take effect. Beside an `AVCaptureSession` of the
/// program's own, the one that was started last has the camera.
public final class CameraController: Sendable {
  /// Where pictures come from.
  public enum Source: Hashable, Sendable {
    /// The device's cameras.
    case cameras
    /// A file that every capture gives, for previews and tests; no camera is used and nobody is asked.
    case image(Data)
    /// A picture of one colour that every capture gives, each part from 0 to 1; for previews and
    /// tests, too.
    case color(red: Double, green: Double, blue: Double)
  }

  /// How the flash is set at first.
  public enum InitialFlash: Hashable, Sendable {
    /// `.auto` where the camera can, else off.
    case automatic
    /// Off until somebody sets it.
    case off
  }

  struct State {
    var position: AVCaptureDevice.Position
    var flashMode: AVCaptureDevice.FlashMode
    var isChangingPosition = false
    var input: AVCaptureDeviceInput?
    var isConfigured = false
    var willChange: (@Sendable (AVCaptureDevice.Position) -> Void)?
    var didChange: (@Sendable (AVCaptureDevice.Position) -> Void)?
  }

  /// Where the pictures come from.
  public let source: Source
  /// The session behind it: for a preview layer, controls, or a further output.
  ///
  /// A controller of another source than the cameras has one only once it is asked for, so that it
  /// works in a test or a preview that lockhost did not start.
  public var session: AVCaptureSession {
    ownSession.withLock { session in
      if let session { return session }
      let made = AVCaptureSession()
      session = made
      return made
    }
  }

  private let ownSession: Mutex<AVCaptureSession?>

  let photoOutput = AVCapturePhotoOutput()
  let queue = DispatchQueue(label: "org.lockhost.camera-controller")
  let state: Mutex<State>

  /// Makes a controller, which stands still.
  ///
  /// - Parameters:
  ///   - position: The camera to begin with; where there is none, the other one.
  ///   - flash: How the flash is set at first.
  ///   - source: Where pictures come from.
  public init(
    position: AVCaptureDevice.Position = .back, flash: InitialFlash = .automatic,
    source: Source = .cameras
  ) {
    self.source = source
    ownSession = Mutex(source == .cameras ? AVCaptureSession() : nil)
    state = Mutex(State(position: position, flashMode: flash == .automatic ? .auto : .off))
  }

  // MARK: Running

  /// Whether pictures can be taken.
  public var isRunning: Bool { source == .cameras ? session.isRunning : isFakeRunning }

  private var isFakeRunning: Bool { state.withLock { $0.isConfigured } }

  /// Starts the camera; asks for the permission where nobody was asked yet.
  ///
  /// Does nothing when it runs already.
  ///
  /// - Throws: `notAuthorized`, `noCamera`, `cannotConfigure` or `notStarted`.
  public func start() async throws(CameraControllerError) {
    guard source == .cameras else { return state.withLock { $0.isConfigured = true } }
    guard await AVCaptureDevice.requestAccess(for: .video) else { throw .notAuthorized }
    let input = state.withLock { $0.isConfigured } ? nil : try firstInput()
    try await onQueue { () throws(CameraControllerError) in
      if let input { try self.configure(input) }
      self.session.startRunning()
      guard self.session.isRunning else { throw .notStarted }
    }
  }

  /// Stops the camera; does nothing when it stands still.
  public func stop() async {
    guard source == .cameras else { return state.withLock { $0.isConfigured = false } }
    await onQueue { self.session.stopRunning() }
  }

  /// The camera to begin with.
  private func firstInput() throws(CameraControllerError) -> AVCaptureDeviceInput {
    let wanted = state.withLock { $0.position }
    guard let device = Self.camera(at: wanted) ?? Self.camera(at: .unspecified) else {
      throw .noCamera
    }
    guard let input = try? AVCaptureDeviceInput(device: device) else { throw .notAuthorized }
    return input
  }

  /// Puts the camera and the output into the session, once; on the queue.
  private func configure(_ input: AVCaptureDeviceInput) throws(CameraControllerError) {
    guard !state.withLock({ $0.isConfigured }) else { return }
    let device = input.device
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    if session.canSetSessionPreset(.photo) { session.sessionPreset = .photo }
    guard session.canAddInput(input), session.canAddOutput(photoOutput) else {
      throw .cannotConfigure
    }
    session.addInput(input)
    session.addOutput(photoOutput)
    photoOutput.maxPhotoQualityPrioritization = .quality
    state.withLock { state in
      state.input = input
      state.position = device.position
      state.isConfigured = true
      state.flashMode = Self.supported(state.flashMode, by: device)
    }
  }

  // MARK: Parts

  static func camera(at position: AVCaptureDevice.Position) -> AVCaptureDevice? {
    AVCaptureDevice.DiscoverySession(
      deviceTypes: [.builtInTripleCamera, .builtInDualWideCamera, .builtInWideAngleCamera],
      mediaType: .video, position: position
    ).devices.first
  }

  static func supported(
    _ mode: AVCaptureDevice.FlashMode, by device: AVCaptureDevice
  ) -> AVCaptureDevice.FlashMode { device.hasFlash ? mode : .off }

  /// Runs something that may block on the controller's queue.
  func onQueue<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, Failure>, Never>) in
      queue.async {
        do throws(Failure) {
          continuation.resume(returning: .success(try body()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }
}
