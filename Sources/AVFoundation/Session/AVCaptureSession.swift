// SPDX-License-Identifier: MIT

public import Foundation
import LockhostGuest
import LockhostWire
import Synchronization

/// Brings media from inputs to outputs.
///
/// The camera runs only while a running session connects a camera with at least one output; a session
/// that lacks one starts all the same, as on iOS, and the launch monitor then misses the camera.
///
/// May be used on any thread. `startRunning()`, `stopRunning()` and changes of a running session
/// block until the host has answered, so use a queue of your own, not the main one.
public class AVCaptureSession: NSObject, @unchecked Sendable {
  // Unchecked because NSObject is not Sendable; what can change is in a mutex.

  struct State {
    var inputs: [AVCaptureInput] = []
    var outputs: [AVCaptureOutput] = []
    var connections: [AVCaptureConnection] = []
    var previews: [WeakPreview] = []
    var preset = Preset.high
    var configurationDepth = 0
    /// Whether the program started the session and did not stop it.
    var isStarted = false
    /// Whether `startRunning()` is not done yet, so that nothing may be told before its notification.
    var isStarting = false
    var isInterrupted = false
    /// What came of the host while the session was starting.
    var waitingInterruption: CameraInterruption?

    var isRunning: Bool { isStarted && !isInterrupted }
  }

  struct WeakPreview {
    weak var layer: AVCaptureVideoPreviewLayer?
  }

  let state = Mutex(State())
  let hardware = CameraHardware.shared
  /// The session's controls on the camera button's overlay.
  let controlBoard = CaptureControlBoard(connection: GuestConnection.shared)
  /// Who observes `isRunning` and `isInterrupted`.
  let observers = KeyValueObservers()

  /// Makes a session without inputs and outputs.
  public override init() {
    super.init()
    controlBoard.belong(to: self)
  }

  deinit {
    // A session that nobody holds any more does not keep the camera running.
    guard state.withLock({ $0.isStarted }) else { return }
    hardware.abandon()
  }

  /// The inputs, in the order in which they were added.
  public var inputs: [AVCaptureInput] { state.withLock { $0.inputs } }
  /// The outputs, in the order in which they were added.
  public var outputs: [AVCaptureOutput] { state.withLock { $0.outputs } }
  /// The connections, formed as inputs and outputs are added.
  public var connections: [AVCaptureConnection] { state.withLock { $0.connections } }
  /// Whether the session was started, and neither stopped nor interrupted.
  public var isRunning: Bool { state.withLock { $0.isRunning } }
  /// Whether somebody took the camera away; the session runs again when it comes back.
  public var isInterrupted: Bool { state.withLock { $0.isInterrupted } }
  /// Whether the session goes on by itself when an interruption ends.
  var isWaiting: Bool { state.withLock { $0.isStarted && $0.isInterrupted } }
  /// Whether the program started the session and did not stop it.
  var isStarted: Bool { state.withLock { $0.isStarted } }
  /// The clock by which samples are stamped.
  public var synchronizationClock: CMClock? { .hostTimeClock }

  /// Why the session takes no inputs, nil when it does.
  var refusal: String? { nil }

  /// Whether the camera can be used beside other apps on the screen; it cannot.
  public var isMultitaskingCameraAccessSupported: Bool { false }
  /// Whether the camera is used beside other apps on the screen; without effect.
  public var isMultitaskingCameraAccessEnabled: Bool {
    get { false }
    set {
      guard newValue else { return }
      UncaughtException.invalidArgument.raise(
        "*** -[AVCaptureSession setMultitaskingCameraAccessEnabled:] Unsupported. Use "
          + "-isMultitaskingCameraAccessSupported")
    }
  }

  // MARK: The preset

  /// Whether every camera of the session has a format for a preset.
  public func canSetSessionPreset(_ preset: Preset) -> Bool {
    cameras.allSatisfy { $0.supportsSessionPreset(preset) }
  }

  /// What quality the session delivers.
  public var sessionPreset: Preset {
    get {
      let preset = state.withLock { $0.preset }
      let wasChosen = cameras.contains { $0.unit.settings.withLock { $0.formatWasChosen } }
      return wasChosen ? .inputPriority : preset
    }
    set {
      guard canSetSessionPreset(newValue) else {
        UncaughtException.invalidArgument.raise(
          "*** -[AVCaptureSession setSessionPreset:] Not supported - use -canSetSessionPreset: "
            + "(\(newValue.rawValue))")
      }
      if newValue != .inputPriority {
        for camera in cameras { camera.unit.settings.withLock { $0.formatWasChosen = false } }
      }
      configure { $0.preset = newValue }
    }
  }

  var cameras: [AVCaptureDevice] {
    inputs.compactMap { ($0 as? AVCaptureDeviceInput)?.device }
  }

  // MARK: Configurations

  /// Begins changes that take effect together.
  ///
  /// Balance it with `commitConfiguration()`; the session cannot be started or stopped in between.
  public func beginConfiguration() {
    state.withLock { $0.configurationDepth += 1 }
  }

  /// Makes the changes since `beginConfiguration()` take effect; without one it does nothing.
  public func commitConfiguration() {
    let mustApply = state.withLock { state in
      guard state.configurationDepth > 0 else { return false }
      state.configurationDepth -= 1
      return state.configurationDepth == 0 && state.isStarted
    }
    if mustApply { apply() }
  }

  /// Changes the state, and makes it take effect when no configuration is open.
  func configure(_ body: (inout State) -> Void) {
    let mustApply = withState { state in
      body(&state)
      return state.configurationDepth == 0 && state.isStarted
    }
    if mustApply { apply() }
  }

  func withState<Result>(_ body: (inout State) -> Result) -> Result {
    // Inputs and outputs are Sendable; the closure is only not known to be.
    state.withLock { state in
      nonisolated(unsafe) let result = body(&state)
      return unsafe result
    }
  }

  // MARK: Running

  /// Starts the session; blocks until the camera runs or the host has refused it.
  ///
  /// A refusal leaves the session stopped and posts `runtimeErrorNotification`.
  public func startRunning() {
    checkOutsideConfiguration("startRunning")
    let isNew = state.withLock { state in
      guard !state.isStarted else { return false }
      state.isStarted = true
      state.isStarting = true
      return true
    }
    guard isNew else { return }
    if apply() {
      controlBoard.announce()
      observers.look()
      post(Self.didStartRunningNotification)
    }
    let interruption = state.withLock { state in
      state.isStarting = false
      return state.waitingInterruption.take()
    }
    if let interruption { interruptionDidChange(interruption) }
  }

  /// Stops the session; blocks until the camera does not run any more.
  ///
  /// An interrupted one does not start again by itself after it.
  public func stopRunning() {
    checkOutsideConfiguration("stopRunning")
    let (wasStarted, wasRunning) = state.withLock { state in
      defer {
        state.isStarted = false
        state.isInterrupted = false
      }
      return (state.isStarted, state.isRunning)
    }
    guard wasStarted else { return }
    apply()
    controlBoard.announce()
    observers.look()
    // One that was interrupted has said so already.
    if wasRunning { post(Self.didStopRunningNotification) }
  }

  private func checkOutsideConfiguration(_ method: String) {
    guard state.withLock({ $0.configurationDepth > 0 }) else { return }
    UncaughtException.generic.raise(
      "*** -[AVCaptureSession \(method)] \(method) may not be called between calls to "
        + "beginConfiguration and commitConfiguration")
  }

  /// Makes the camera do what the session now needs.
  ///
  /// - Returns: Whether the host agreed.
  @discardableResult
  func apply() -> Bool {
    do throws(AVError) {
      for effect in try hardware.update(self, to: plan()) { effect() }
      return true
    } catch {
      state.withLock { $0.isStarted = false }
      observers.look()
      post(Self.runtimeErrorNotification, [AVCaptureSessionErrorKey: error])
      return false
    }
  }

  func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any] = [:]) {
    NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
  }
}
