// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import LockhostGuest
import LockhostSystem
import LockhostWire
import Synchronization

/// The device's cameras as this process sees them: one for each connection to a host.
///
/// A camera feeds one session at a time. A session that starts while another runs interrupts it, as
/// on iOS; the other goes on when the first one stops.
final class CameraHardware: Sendable {
  /// The wire to the host.
  let connection: GuestConnection
  /// The cameras, in the host's order.
  let units: [CameraUnit]
  /// The photos that are under way.
  let photos = PhotoDarkroom()

  private struct Stage {
    weak var owner: AVCaptureSession?
    var plan: CapturePlan?
    var waiting: [WeakSession] = []
  }

  private struct WeakSession {
    weak var session: AVCaptureSession?
  }

  /// What the host is told about the camera is decided and sent on this queue, one thing at a time.
  private let turns = DispatchQueue(label: "org.lockhost.camera")
  /// What the host says by itself is told here, in its order; off the reader thread, as observers of
  /// a notification may do anything.
  private let notices = DispatchQueue(label: "org.lockhost.camera.notices")
  private let stage = Mutex(Stage())
  private let feed = Mutex<FrameFeed?>(nil)
  private let preferred = Mutex<CameraUnit?>(nil)
  private let turn = Mutex(DeviceTurn(degrees: 0))
  /// Who observes how the device is held.
  let turnObservers = KeyValueObservers()
  /// The films that are being recorded, by the number that the host repeats.
  let recordings = Mutex<[Int64: MovieRecording]>([:])

  private init(connection: GuestConnection) {
    self.connection = connection
    self.units = connection.launch.cameras.map { CameraUnit($0, connection: connection) }
  }

  private static let all = Mutex<[ObjectIdentifier: CameraHardware]>([:])

  /// The cameras behind a connection, nil when nobody asked for them yet.
  static func known(for connection: GuestConnection) -> CameraHardware? {
    all.withLock { $0[ObjectIdentifier(connection)] }
  }

  /// The cameras behind the connection that is current here.
  static var shared: CameraHardware {
    let connection = GuestConnection.shared
    let (hardware, isNew) = all.withLock { all in
      if let known = all[ObjectIdentifier(connection)] { return (known, false) }
      let made = CameraHardware(connection: connection)
      all[ObjectIdentifier(connection)] = made
      return (made, true)
    }
    if isNew { hardware.listen() }
    return hardware
  }

  /// The camera that the program said its person prefers.
  var preferredUnit: CameraUnit? {
    get { preferred.withLock { $0 } }
    set { preferred.withLock { $0 = newValue } }
  }

  /// How the device is held.
  var deviceTurn: DeviceTurn { turn.withLock { $0 } }

  private func listen() {
    connection.onEvent(.cameraFrame, as: CameraFrame.self) { [self] frame in
      feed.withLock { $0 }?.receive(frame)
    }
    connection.onEvent(.photoProgress, as: PhotoProgress.self) { [self] progress in
      photos.advance(progress)
    }
    connection.onEvent(.cameraSubjectChanged, as: EmptyBody.self) { [self] _ in
      notices.async { [self] in
        for unit in units where unit.settings.withLock({ $0.monitorsSubjectArea }) {
          NotificationCenter.default.post(
            name: AVCaptureDevice.subjectAreaDidChangeNotification, object: unit.device)
        }
      }
    }
    connection.onEvent(.deviceTurned, as: DeviceTurn.self) { [self] newTurn in
      // One after the other: observers see every turn.
      notices.async { [self] in
        turn.withLock { $0 = newTurn }
        turnObservers.look()
      }
    }
    connection.onEvent(.movieEnded, as: MovieEnded.self) { [self] ended in
      recordings.withLock { $0[ended.recordingID] }?.hostEnded(ended.reason)
    }
    connection.onEvent(.captureControlEvent, as: CaptureControlEvent.self) { [self] event in
      stage.withLock { $0.owner }?.controlBoard.receive(event)
    }
    connection.onEvent(.cameraInterruption, as: CameraInterruption.self) { [self] change in
      // A button that the host lets through again, since the camera is back, must find it so.
      let hold = change.began ? nil : MainEvents.hold()
      // After the turn that the host had answered before it said this.
      turns.async { [self] in
        let session = stage.withLock { $0.owner }
        notices.async {
          session?.interruptionDidChange(change) { hold?.release() }
          hold?.release()
        }
      }
    }
  }

  // MARK: Starting and stopping

  /// Makes the camera do what a session now needs.
  ///
  /// Blocks until the host has answered. The host hears of a camera only when a plan has outputs.
  ///
  /// - Parameter plan: Nil when the session needs no camera.
  /// - Returns: What has to be done to other sessions, by the caller, outside of all locks.
  /// - Throws: `AVError` when the host refuses the camera; it is stopped then.
  func update(
    _ session: AVCaptureSession, to plan: CapturePlan?
  ) throws(AVError) -> [@Sendable () -> Void] {
    let result: Result<[@Sendable () -> Void], AVError> = turns.sync {
      do throws(AVError) {
        return .success(try take(session, plan))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func take(
    _ session: AVCaptureSession, _ plan: CapturePlan?
  ) throws(AVError) -> [@Sendable () -> Void] {
    let (owner, current) = stage.withLock { ($0.owner, $0.plan) }
    guard let plan else {
      // One that was interrupted still waits for its turn.
      guard !session.isWaiting else { return [] }
      stage.withLock { $0.waiting.removeAll { $0.session == nil || $0.session === session } }
      guard owner === session || (owner == nil && current != nil) else { return [] }
      stop()
      return resumeWaiting()
    }
    var effects: [@Sendable () -> Void] = []
    if let owner, owner !== session {
      stage.withLock { $0.waiting.append(WeakSession(session: owner)) }
      effects.append { owner.wasPreempted() }
    } else if owner === session, let current, current.start == plan.start {
      // Only who gets the frames has changed.
      feed.withLock { $0 }?.setReceivers(plan.receivers)
      stage.withLock { $0.plan = plan }
      return []
    }
    // A change is a stop and a start: a stop makes the host take back all slots at once, so that no
    // slot of the old stream can be given back into the new one.
    if current != nil { stop() }
    stage.withLock {
      $0.owner = session
      $0.plan = plan
    }
    do throws(AVError) {
      try start(plan)
    } catch {
      stop()
      throw error
    }
    return effects
  }

  /// Lets the session that uses a camera take over another format or rate.
  func deviceDidChange(_ unit: CameraUnit) {
    guard let owner = stage.withLock({ $0.owner }),
      owner.cameras.contains(where: { $0.unit === unit })
    else { return }
    owner.connectionDidChange()
  }

  /// Stops the camera of a session that is gone.
  ///
  /// Does not wait: a deinitializer must not.
  func abandon() {
    turns.async { [self] in
      guard stage.withLock({ $0.owner == nil && $0.plan != nil }) else { return }
      stop()
      let effects = resumeWaiting()
      Callbacks.queue.async { for effect in effects { effect() } }
    }
  }

  /// Gives the camera back to the session that was interrupted last.
  private func resumeWaiting() -> [@Sendable () -> Void] {
    while let next = stage.withLock({ $0.waiting.popLast() }) {
      guard let session = next.session, session.isStarted else { continue }
      return [{ session.canResume() }]
    }
    return []
  }

  private func start(_ plan: CapturePlan) throws(AVError) {
    let outcome = Mutex<Result<Void, GuestError>>(.failure(.closed))
    let answered = DispatchSemaphore(value: 0)
    // The completion runs on the reader thread, so that the feed is there before the first frame.
    connection.request(.cameraStart, plan.start.with(controls(of: plan.start.device))) {
      [self] answer in
      outcome.withLock { $0 = answer.flatMap { message in install(message, for: plan) } }
      answered.signal()
    }
    answered.wait()
    do throws(GuestError) {
      try outcome.withLock { $0 }.get()
    } catch {
      throw AVError(error)
    }
  }

  private func controls(of uniqueID: String) -> CameraControls? {
    units.first { $0.camera.uniqueID == uniqueID }?.controls
  }

  private func install(
    _ message: GuestMessage, for plan: CapturePlan
  ) -> Result<Void, GuestError> {
    do throws(GuestError) {
      let stream = try message.decode(LockhostWire.CameraStream.self)
      var new: FrameFeed?
      if plan.start.deliversFrames, let descriptor = message.descriptors.first {
        do throws(SystemError) {
          let memory = try MemoryFile(adopting: descriptor).map(writable: false)
          new = FrameFeed(
            memory: memory, stream: stream, frameRate: plan.start.frameRate,
            connection: connection)
        } catch {
          throw .system(error)
        }
      }
      new?.setReceivers(plan.receivers)
      feed.withLock { $0 = new }
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  private func stop() {
    feed.withLock { feed in
      feed?.close()
      feed = nil
    }
    stage.withLock {
      $0.owner = nil
      $0.plan = nil
    }
    do throws(GuestError) {
      _ = try connection.request(.cameraStop, EmptyBody())
    } catch {
      Diagnostics.report("the camera could not be stopped: \(error)")
    }
  }
}

extension CameraStart {
  /// The same request with how the camera is set.
  ///
  /// That is no part of a plan: a camera is set while it runs, without a new start.
  fileprivate func with(_ controls: CameraControls?) -> CameraStart {
    CameraStart(
      device: device, outputs: outputs, width: width, height: height, frameRate: frameRate,
      pixelFormat: pixelFormat, deliversFrames: deliversFrames, rotationAngle: rotationAngle,
      mirrored: mirrored, controls: controls)
  }
}
