// SPDX-License-Identifier: MIT

import LockhostDevice
package import LockhostServices
import LockhostSystem
import LockhostWire

/// A session as a hand on the phone sees it: buttons, taps, the lock, and waiting.
extension Session {
  /// Waits until a condition holds, which may be now already.
  package func wait(for condition: SessionCondition, timeout: Duration?) async -> WaitOutcome {
    if holds(condition) { return .happened }
    if let record { return .ended(record.ending) }
    return await withCheckedContinuation { _ = add($0, for: condition, timeout: timeout) }
  }

  /// - Returns: The number of the waiter.
  private func add(
    _ continuation: CheckedContinuation<WaitOutcome, Never>, for condition: SessionCondition,
    timeout: Duration?
  ) -> Int {
    let number = waiters.upcoming
    let deadline = timeout.map { timeout in
      loop.schedule(at: .now.advanced(by: timeout)) { [weak self] in
        self?.assumeIsolated { $0.waiters.timeOut(number) }
      }
    }
    waiters.add(condition, continuation, deadline: deadline)
    return number
  }

  /// Presses and releases a button.
  package func press(_ button: PhoneButton) throws(DrivingError) {
    try send(button, .began)
    // The handler of the first half may have ended the session, or disabled itself.
    _ = try? send(button, .ended)
  }

  /// Keeps a button down for a while; returns after the release.
  package func hold(_ button: PhoneButton, for duration: Duration) async throws(DrivingError) {
    try await press(button, keepingItFor: duration)
    _ = try? send(button, .ended)
  }

  /// Begins a press that the system then takes back.
  package func cancel(_ button: PhoneButton) throws(DrivingError) {
    try send(button, .began)
    try send(button, .cancelled)
  }

  /// Keeps a button down for a while; then the system takes the press back.
  package func cancel(
    _ button: PhoneButton, after duration: Duration
  ) async throws(DrivingError) {
    try await press(button, keepingItFor: duration)
    try send(button, .cancelled)
  }

  /// Presses a button, and returns after a while, or at the end of the session, which releases it as well.
  private func press(
    _ button: PhoneButton, keepingItFor duration: Duration
  ) async throws(DrivingError) {
    var refusal: DrivingError?
    _ = await withCheckedContinuation { continuation in
      // The clock first: what the loop has to do after the press keeps the guest from the processor.
      let number = add(continuation, for: .ended, timeout: duration)
      do throws(DrivingError) {
        try send(button, .began)
      } catch {
        refusal = error
        waiters.timeOut(number)
      }
    }
    if let refusal { throw refusal }
  }

  private func send(_ button: PhoneButton, _ phase: CapturePhase) throws(DrivingError) {
    touched()
    guard let events = try visibleKit().captureEvents else {
      throw .unhandled(
        button, reason: "the guest is not running yet", advice: "`wait ready` before the press")
    }
    do throws(CaptureEventsService.Refusal) {
      _ = try events.press(button, phase)
    } catch {
      throw .unhandled(button, reason: error.reason, advice: error.advice)
    }
  }

  /// Sets a control on the camera button's overlay.
  package func adjust(_ title: String, to value: Double) throws(DrivingError) {
    guard let controls = try visibleKit().captureControls else {
      throw .refused(code: "LH4031", reason: "this guest has no camera")
    }
    do throws(CaptureControlsService.Refusal) {
      try controls.adjust(title, to: value)
    } catch {
      throw .refused(code: "LH4032", reason: error.reason)
    }
    tell(.event("control \(title): \(value)"))
  }

  /// Taps the first enabled element on the screen that has this label.
  package func tap(_ label: String) throws(DrivingError) {
    touched()
    _ = try visibleKit()
    guard let element = visibleElements.first(where: { $0.label == label && $0.enabled }) else {
      throw .noElement(label: label, present: visibleElements.filter(\.enabled).map(\.label))
    }
    visibleGuest?.assumeIsolated { _ = $0.post(.sceneTap, SceneTap(id: element.id)) }
  }

  /// Answers the authentication that is being asked for now.
  package func authenticate(_ answer: AuthenticationAnswer) throws(DrivingError) {
    try checkAlive()
    touched()
    guard prompt?.isNeverAnswered != true else {
      throw .refused(
        code: "LH5206", reason: "nobody can answer it, since the fault auth-never is on")
    }
    guard let prompt = prompt.take() else { throw .nothingAsked }
    tell(.event("authentication: \(answer.rawValue)"))
    prompt.answer(answer)
  }

  /// Locks the device, without ending the session.
  package func lock() throws(DrivingError) {
    try checkAlive()
    change(.locked)
  }

  /// Unlocks the device while the session goes on; the extension stays on the screen.
  package func unlock() throws(DrivingError) {
    try checkAlive()
    change(.unlocked)
  }

  /// Holds the device another way.
  ///
  /// - Parameter degrees: How far it is turned clockwise from upright: 0, 90, 180 or 270.
  package func turn(to degrees: Int) throws(DrivingError) {
    touched()
    try checkAlive()
    deviceTurn = DeviceTurn(degrees: degrees)
    for kit in [kit, appKit] { kit?.camera?.hold(deviceTurn) }
    tell(.event("the device is turned by \(degrees) degrees"))
  }

  /// Lets a guest know that starts while the device is turned.
  func tellOfTurn(_ kit: GuestKit?) {
    if deviceTurn.degrees != 0 { kit?.camera?.hold(deviceTurn) }
  }

  /// Points the camera at something else, without a restart.
  package func changeCamera(to source: String) async throws(DrivingError) {
    touched()
    guard let camera = try visibleKit().camera, let decoder = plan.factory?.decoder else {
      throw .refused(code: "LH4031", reason: "this guest has no camera")
    }
    do {
      let scene = try await WorkQueue.run { () throws(ServiceError) in
        try CameraScene(CameraSource(parsing: source), decoder: decoder)
      }
      camera.show(scene)
      tell(.event("camera: \(source)"))
    } catch {
      throw .refused(code: error.code.name, reason: error.sentence)
    }
  }

  /// Ends the session as a person does; returns when the end has begun, not when it is over.
  package func dismiss(by gesture: Dismissal) throws(DrivingError) {
    try checkAlive()
    guard !isFrozen else { return leaveFrozenScreen(by: gesture) }
    if gesture == .sideButton { change(.locked) }
    if let app {
      settle(app)
    } else {
      guest?.assumeIsolated {
        $0.dismiss(.dismissed, reason: .dismissed, grace: Session.grace)
      }
    }
  }

  /// Kills the guest as the system does under pressure: no warning, no grace.
  package func kill() throws(DrivingError) {
    try checkAlive()
    visibleGuest?.assumeIsolated { $0.end(.killed) }
  }

  /// Ends the session because the host was interrupted.
  ///
  /// - Parameter now: False gives the guest its grace; true kills at once. Either way the container
  ///   is wiped, the content handed over and the record written.
  package func interrupt(now: Bool, signal: Int32) {
    interruption = signal
    prompt.take()?.answer(.cancel)
    latecomer.take()?.resume()
    leaveFrozenScreen(by: nil)
    for guest in [guest, app] {
      guest?.assumeIsolated { guest in
        if now {
          guest.end(.interrupted(signal: signal))
        } else {
          guest.dismiss(.interrupted(signal: signal), reason: .terminated, grace: Session.grace)
        }
      }
    }
  }

  /// Now, for a status line.
  package func status() -> SessionStatus {
    let phase = visibleGuest?.assumeIsolated { ($0.phase, $0.watchdogDue) }
    let name =
      if prompt != nil {
        "asking to unlock"
      } else {
        switch phase?.0 {
        case nil where isFrozen: "frozen"
        case nil, .starting: record == nil ? "starting" : "over"
        case .running: "starting"
        case .connected, .presented: app == nil ? "presented" : "app open"
        case .ready: app == nil ? "ready" : "app open"
        case .ending, .dead: "ending"
        }
      }
    return SessionStatus(
      phase: name, watchdogLeft: phase?.1.map { MonotonicInstant.now.duration(to: $0) },
      photos: draft.photos.count)
  }

  // MARK: Who is on the screen

  /// Whether the app has taken the extension's place.
  ///
  /// While it holds back its appearance the extension is what a hand reaches.
  private var showsApp: Bool { app != nil && (appearance.isVisible || ending != nil) }

  /// The app once it is seen, else what was launched.
  var visibleGuest: Guest? { showsApp ? app : guest }

  /// What is on its screen.
  var visibleElements: [SceneElement] { showsApp ? appElements : elements }

  private func visibleKit() throws(DrivingError) -> GuestKit {
    try checkAlive()
    guard let kit = showsApp ? appKit : kit else { throw .ended(currentEnding) }
    return kit
  }

  /// The camera of whoever is on the screen; nil when nobody runs.
  var visibleCamera: CameraService? { (showsApp ? appKit : kit)?.camera }

  private func checkAlive() throws(DrivingError) {
    if app == nil, record != nil || ending != nil { throw .ended(currentEnding) }
  }

  private var currentEnding: SessionEnding {
    if let record { return record.ending }
    return SessionEnding(reason: ending?.cause.reason.rawValue ?? "ended", code: ending?.cause.code)
  }

  /// Changes the lock state of this launch, and the device's where the launch goes by that.
  func change(_ state: LockState) {
    lockState = state
    tell(.event("the device is \(state.title)"))
    touched()
    // Behind the lock screen an app is in the background; an extension's scene phase says nothing.
    moveApp(to: state == .unlocked ? .active : .background)
    guard plan.request.lockState == nil else { return }
    let store = plan.found.store
    Task {
      do throws(DeviceError) {
        try await WorkQueue.run { () throws(DeviceError) in
          _ = try store.updateSettings { $0.lockState = state }
        }
      } catch {
        tell(.warning("\(error)"))
      }
    }
  }
}

extension ExitRecord {
  /// Why the session is over, in few words.
  var ending: SessionEnding { SessionEnding(reason: reason.rawValue, code: code) }
}
