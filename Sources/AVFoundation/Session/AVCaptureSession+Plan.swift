// SPDX-License-Identifier: MIT

import Foundation
import LockhostWire
import Synchronization

extension AVCaptureSession {
  /// What the session needs of the camera now, nil when it needs none.
  func plan() -> CapturePlan? {
    let (isRunning, inputs, connections) = state.withLock {
      ($0.isRunning, $0.inputs, $0.connections)
    }
    guard isRunning,
      let camera = inputs.lazy.compactMap({ ($0 as? AVCaptureDeviceInput)?.device }).first
    else { return nil }
    let ways = connections.filter { connection in
      connection.isEnabled
        && connection.inputPorts.contains {
          ($0.input as? AVCaptureDeviceInput)?.device.isEqual(camera) == true
        }
    }
    let outputs = ways.compactMap(\.output)
    guard !outputs.isEmpty else { return nil }
    let receivers = ways.compactMap { way in
      (way.output as? AVCaptureVideoDataOutput).map {
        CapturePlan.Receiver(output: $0, connection: way)
      }
    }
    let format = chooseFormat(of: camera)
    // There is one stream of frames: all video data outputs get what the first one wants.
    let first = receivers.first
    return CapturePlan(
      start: CameraStart(
        device: camera.uniqueID,
        outputs: CameraStart.Output.allCases.filter { kind in
          outputs.contains { $0.wireOutput == kind }
        },
        width: Int(format.dimensions.width), height: Int(format.dimensions.height),
        frameRate: 1 / camera.activeVideoMinFrameDuration.seconds,
        pixelFormat: first?.output.pixelFormat.wireName ?? "BGRA",
        deliversFrames: !receivers.isEmpty,
        rotationAngle: first.map { Int($0.connection.videoRotationAngle) },
        mirrored: first.flatMap(\.connection.chosenMirroring)),
      receivers: receivers)
  }

  /// Lets the preset choose the format, unless a program did.
  private func chooseFormat(of camera: AVCaptureDevice) -> AVCaptureDevice.Format {
    let preset = state.withLock { $0.preset }
    let wasChosen = camera.unit.settings.withLock { $0.formatWasChosen }
    if !wasChosen, let index = camera.unit.formatIndex(for: preset) {
      camera.unit.settings.withLock { $0.formatIndex = index }
    }
    return camera.activeFormat
  }

  /// A connection was switched on or off.
  func connectionDidChange() { configure { _ in } }

  // MARK: Interruptions

  /// The host took the camera away, or gave it back.
  ///
  /// Not before the program was told that the session runs. A session that was stopped in between
  /// hears nothing of it.
  ///
  /// - Parameter whenRunning: Called when the session runs again, before observers are told.
  func interruptionDidChange(_ change: CameraInterruption, whenRunning: () -> Void = {}) {
    let mustWait = state.withLock { state in
      guard state.isStarting else { return false }
      state.waitingInterruption = change
      return true
    }
    guard !mustWait else { return }
    if change.began { interrupt(because: change.reason) } else { canResume(whenRunning) }
  }

  /// Another session of this process took the camera.
  func wasPreempted() {
    interrupt(because: InterruptionReason.videoDeviceInUseByAnotherClient.rawValue)
  }

  private func interrupt(because reason: Int) {
    let wasRunning = state.withLock { state in
      defer { state.isInterrupted = state.isStarted }
      return state.isRunning
    }
    guard wasRunning else { return }
    controlBoard.announce()
    observers.look()
    post(Self.wasInterruptedNotification, [AVCaptureSessionInterruptionReasonKey: reason])
    post(Self.didStopRunningNotification)
  }

  /// Whoever had the camera has let it go.
  ///
  /// What the program changed in the meantime takes effect now.
  func canResume(_ whenRunning: () -> Void = {}) {
    let wasWaiting = state.withLock { state in
      guard state.isStarted, state.isInterrupted else { return false }
      state.isInterrupted = false
      return true
    }
    guard wasWaiting, apply() else { return }
    whenRunning()
    controlBoard.announce()
    observers.look()
    post(Self.interruptionEndedNotification)
    post(Self.didStartRunningNotification)
  }
}
