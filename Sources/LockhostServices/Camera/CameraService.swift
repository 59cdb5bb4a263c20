// SPDX-License-Identifier: MIT

import Dispatch
package import LockhostDevice
package import LockhostSystem
package import LockhostWire
import Synchronization

/// The simulated camera of one session: starts, stops, and produces frames at a steady rate.
///
/// Frames are drawn on a queue of the session's own, so that a guest that keeps its slots, or asks
/// for everything at once, holds up nobody but itself.
package final class CameraService: Sendable {
  /// Why a camera did not start.
  package enum Refusal: Error, Hashable, Sendable {
    /// The device's permissions say no.
    case denied(PermissionGrant.Status)
    /// The shared memory could not be made.
    case noMemory(SystemError)
  }

  /// What a started camera delivers.
  package struct Stream: Sendable {
    /// What was asked for.
    package let request: CameraRequest
    /// The shared memory; `nil` when no frames were asked for.
    package let memory: MemoryFile?
    /// How many slots there are in it.
    package let slotCount: Int
    /// Bytes from one slot to the next.
    package let slotBytes: Int
  }

  /// A frame that stands in a slot.
  package struct Frame: Hashable, Sendable {
    package let number: UInt64
    package let time: MonotonicInstant
    package let slot: Int
    package let request: CameraRequest
    /// How many frames were not delivered since the one before.
    package let dropped: UInt64
  }

  /// What the camera tells the session; called on the camera's queue.
  package struct Observer: Sendable {
    /// A frame is there; answers whether the guest will hear of it.
    let frame: @Sendable (Frame) -> Bool
    /// The requirement of a running camera with an output is met, or no longer.
    let isInUse: @Sendable (Bool) -> Void
    /// Something else stands before the lens; called on any thread.
    let subjectChanged: @Sendable () -> Void
    /// The device is held another way; called on any thread.
    let deviceTurned: @Sendable (DeviceTurn) -> Void
    /// The running camera was taken away, with the reason, or is back, without one.
    let interrupted: @Sendable (CameraInterruptionReason?) -> Void

    /// Makes an observer.
    package init(
      frame: @escaping @Sendable (Frame) -> Bool, isInUse: @escaping @Sendable (Bool) -> Void,
      subjectChanged: @escaping @Sendable () -> Void = {},
      deviceTurned: @escaping @Sendable (DeviceTurn) -> Void = { _ in },
      interrupted: @escaping @Sendable (CameraInterruptionReason?) -> Void = { _ in }
    ) {
      self.frame = frame
      self.isInUse = isInUse
      self.subjectChanged = subjectChanged
      self.deviceTurned = deviceTurned
      self.interrupted = interrupted
    }
  }

  /// What others may know of a running camera.
  struct Running: Hashable, Sendable {
    let request: CameraRequest
    let frame: UInt64

    /// How long it has run.
    var seconds: Double { Double(frame) / request.frameRate }
  }

  private let permissions: Permissions
  private let observer: Observer
  private let queue: DispatchQueue
  private let scene: Mutex<CameraScene>
  private let shared = Mutex<Running?>(nil)
  private let controls = Mutex<[String: CameraControls]>([:])
  private let recording = Mutex<MovieRecorder?>(nil)
  private let feed: CameraFeed
  private let turn = Mutex(DeviceTurn(degrees: 0))
  private let interruptions = CameraInterruptions()
  /// Whether the guest was told of the running camera that it is away.
  private let isToldAway = Mutex(false)

  /// Makes the camera of a session, which stands still.
  package init(scene: CameraScene, permissions: Permissions, observer: Observer) {
    self.scene = Mutex(scene)
    self.permissions = permissions
    self.observer = observer
    let queue = DispatchQueue(label: "lockhost.camera", qos: .userInteractive)
    self.queue = queue
    feed = CameraFeed(queue: queue)
  }

  /// What stands before the lens.
  package var currentScene: CameraScene { scene.withLock { $0 } }

  /// Puts something else before the lens, also while the camera runs.
  package func show(_ newScene: CameraScene) {
    scene.withLock { $0 = newScene }
    observer.subjectChanged()
  }

  /// Holds the device another way, which turns what its sensors see.
  package func hold(_ newTurn: DeviceTurn) {
    turn.withLock { $0 = newTurn }
    observer.deviceTurned(newTurn)
  }

  /// How the device is held.
  package var deviceTurn: DeviceTurn { turn.withLock { $0 } }

  /// Sets a camera, running or not; frames and photos from now on show it.
  ///
  /// What the camera does not have is cut to what it has where it is used.
  package func set(_ newControls: CameraControls, of device: CameraDevice) {
    controls.withLock { $0[device.uniqueID] = newControls }
  }

  /// How a camera is set.
  package func controls(of device: CameraDevice) -> CameraControls {
    controls.withLock { $0[device.uniqueID] } ?? CameraControls()
  }

  /// Gives every frame from now on to a recorder as well; nil for none.
  ///
  /// - Returns: The recorder before.
  @discardableResult
  func record(with recorder: MovieRecorder?) -> MovieRecorder? {
    recording.withLock { current in
      defer { current = recorder }
      return current
    }
  }

  /// Whether a camera runs, is connected to an output, and is not taken away.
  package var isInUse: Bool {
    interruptions.current == nil && running.map { !$0.request.outputs.isEmpty } ?? false
  }

  /// Whether it is in use and the guest knows that it has it: what is done to it now is heard after that.
  package var isAtHand: Bool { isInUse && !isToldAway.withLock { $0 } }

  /// Why the camera is taken away; nil when it is not.
  package var interruption: CameraInterruptionReason? { interruptions.current }

  var running: Running? { shared.withLock { $0 } }

  /// Starts a camera, or changes what a running one delivers.
  ///
  /// - Parameter done: Called once, on the camera's queue, before the first frame.
  package func start(
    _ request: CameraRequest, then done: @escaping @Sendable (Result<Stream, Refusal>) -> Void
  ) {
    let status = permissions.status(of: .camera)
    guard status == .authorized else {
      done(.failure(.denied(status)))
      return
    }
    queue.async { [self] in
      let frame = running?.frame ?? 0
      let stream: Stream
      do throws(SystemError) {
        stream = try feed.prepare(request)
      } catch {
        done(.failure(.noMemory(error)))
        return
      }
      shared.withLock { $0 = Running(request: request, frame: frame) }
      recording.withLock { $0 }?.cameraDidChange(to: request)
      observer.isInUse(!request.outputs.isEmpty)
      done(.success(stream))
      // One that starts while the camera is away has its turn when it is back.
      isToldAway.withLock { $0 = false }
      tellOfInterruption()
      feed.run(request) { [weak self] missed in self?.produce(request, missed: missed) }
    }
  }

  /// Takes the camera away: no frame and no photo comes, and a film ends.
  ///
  /// A guest whose camera runs is told, and again when it is back. Several reasons may hold at once.
  package func interrupt(_ reason: CameraInterruptionReason) {
    // At once for buttons and photos; the guest hears of it between two frames.
    guard interruptions.begin(reason) else { return }
    queue.async { [self] in
      tellOfInterruption()
      recording.withLock { $0 }?.cameraWasInterrupted()
    }
  }

  /// Gives the camera back, as far as this reason is concerned.
  ///
  /// - Parameter done: Called once, when the guest was told of it if it is to be.
  package func endInterruption(
    _ reason: CameraInterruptionReason, then done: @escaping @Sendable () -> Void = {}
  ) {
    let isBack = interruptions.end(reason)
    queue.async { [self] in
      if isBack { tellOfInterruption() }
      done()
    }
  }

  /// Tells the guest once that the camera is away, and once that it is back; on the queue.
  private func tellOfInterruption() {
    let reason = interruptions.current
    let isNews = isToldAway.withLock { $0 != (reason != nil) }
    if isNews, running != nil { observer.interrupted(reason) }
    isToldAway.withLock { $0 = reason != nil }
  }

  /// Stops the camera; a stopped one stays so.
  ///
  /// - Parameter done: Called once, on the camera's queue; no frame comes after it.
  package func stop(then done: @escaping @Sendable () -> Void = {}) {
    queue.async { [self] in
      feed.stop()
      recording.withLock { $0 }?.cameraDidChange(to: nil)
      let wasRunning = shared.withLock { running in
        defer { running = nil }
        return running != nil
      }
      if wasRunning { observer.isInUse(false) }
      done()
    }
  }

  /// Takes back a slot that the guest has read; any number may be given.
  package func release(slot: Int) {
    queue.async { [self] in feed.release(slot) }
  }

  /// Draws the frame that is due and hands it over, on the queue.
  private func produce(_ request: CameraRequest, missed: UInt64) {
    guard interruptions.current == nil else { return }
    let number = shared.withLock { running -> UInt64 in
      let number = (running?.frame ?? 0) &+ missed
      running = Running(request: request, frame: number &+ 1)
      return number
    }
    let (scene, controls) = (currentScene, controls(of: request.device))
    let request = request.held(deviceTurn)
    recording.withLock { $0 }?.take(frame: number, of: request, scene: scene, controls: controls)
    guard request.deliversFrames else { return }
    feed.deliver(
      number, of: request, missed: missed, scene: scene, controls: controls, to: observer.frame)
  }
}
