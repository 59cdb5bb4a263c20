// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import LockhostGuest
import LockhostWire
import Synchronization

/// A session's controls, their delegate, and what the host knows of both.
final class CaptureControlBoard: Sendable {
  // Unchecked because of the delegate, which is called on its queue only.
  private struct State: @unchecked Sendable {
    weak var session: AVCaptureSession?
    weak var delegate: (any AVCaptureSessionControlsDelegate)?
    var queue: DispatchQueue?
    var controls: [AVCaptureControl] = []
    var announced = CaptureControlsRegister(controls: [])
  }

  private let state = Mutex(State())
  private let connection: GuestConnection

  init(connection: GuestConnection) { self.connection = connection }

  /// Says whose controls these are; once, when the session is made.
  func belong(to session: AVCaptureSession) { state.withLock { $0.session = session } }

  var controls: [AVCaptureControl] { state.withLock { $0.controls } }
  var queue: DispatchQueue? { state.withLock { $0.queue } }

  var delegate: (any AVCaptureSessionControlsDelegate)? {
    state.withLock { state in
      nonisolated(unsafe) let delegate = state.delegate
      return unsafe delegate
    }
  }

  func add(_ control: AVCaptureControl) {
    state.withLock { $0.controls.append(control) }
    announce()
  }

  func remove(_ control: AVCaptureControl) {
    state.withLock { state in state.controls.removeAll { $0 === control } }
    announce()
  }

  func set(_ delegate: (any AVCaptureSessionControlsDelegate)?, _ queue: DispatchQueue?) {
    nonisolated(unsafe) let delegate = delegate
    state.withLock { state in
      unsafe state.delegate = delegate
      state.queue = queue
    }
    announce()
  }

  /// Tells the host the controls that can be shown now, when they have changed.
  func announce() {
    let (session, controls, hasDelegate) = state.withLock {
      ($0.session, $0.controls, $0.delegate != nil)
    }
    let isShown = hasDelegate && session?.isRunning == true
    let body = CaptureControlsRegister(controls: isShown ? controls.compactMap(\.wireForm) : [])
    let isNew = state.withLock { state in
      defer { state.announced = body }
      return state.announced != body
    }
    guard isNew else { return }
    // Sent here, in order; nobody waits for the answer.
    connection.request(.captureControlsRegister, body) { outcome in
      if case .failure(let error) = outcome {
        Diagnostics.report("the capture controls could not be registered: \(error)")
      }
    }
  }

  /// Takes what the person did; called on the reader thread.
  func receive(_ event: CaptureControlEvent) {
    let (session, controls, queue) = state.withLock { ($0.session, $0.controls, $0.queue) }
    guard let session else { return }
    if event.kind == .value {
      guard let value = event.value, value.isFinite,
        let control = controls.first(where: { $0.id == event.id && $0.isEnabled })
      else { return }
      // Off the reader thread: what a control does may ask the host something.
      Callbacks.queue.async {
        control.take(value)
        control.didChange()
      }
      return
    }
    queue?.async { [self] in
      switch event.kind {
      case .active: delegate?.sessionControlsDidBecomeActive(session)
      case .fullscreen: delegate?.sessionControlsWillEnterFullscreenAppearance(session)
      case .compact: delegate?.sessionControlsWillExitFullscreenAppearance(session)
      case .inactive: delegate?.sessionControlsDidBecomeInactive(session)
      case .value: break
      }
    }
  }
}
