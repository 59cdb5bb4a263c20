// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostServices
import LockhostSystem

extension Fault.Kind {
  /// The reason that a guest hears of a fault that takes its camera away; nil for others.
  fileprivate var interruption: CameraInterruptionReason? {
    switch self {
    case .cameraTaken: .inUseByAnotherClient
    case .sharedScreen: .multipleForegroundApps
    case .systemPressure: .systemPressure
    case .sensitiveContent: .sensitiveContent
    default: nil
    }
  }
}

/// The faults that concern the session itself; those of services stand before them.
extension Session {
  /// Turns a fault on while the session runs.
  package func turnOn(_ fault: Fault) {
    faults.turnOn(fault, now: .now)
    note(fault)
    if fault.kind == .falseAlarm, isReady { raiseFalseAlarm() }
    if fault.kind == .slowContext { contextLatency.set(fault.duration) }
    if isReady { interruptCamera(by: fault) }
  }

  /// Takes the camera away by the faults that do so, and were asked for before it ran.
  func interruptCamera() {
    for kind in Fault.Kind.allCases {
      if let fault = faults.fault(kind) { interruptCamera(by: fault) }
    }
  }

  private func interruptCamera(by fault: Fault) {
    guard let reason = fault.kind.interruption, let camera = visibleCamera else { return }
    camera.interrupt(reason)
    _ = loop.schedule(at: .now.advanced(by: fault.duration)) { [weak self, loop] in
      camera.endInterruption(reason) { [weak self] in
        let isBack = camera.interruption == nil
        loop.perform { [weak self] in self?.assumeIsolated { $0.noteEnd(of: fault, isBack: isBack) }
        }
      }
    }
  }

  private func noteEnd(of fault: Fault, isBack: Bool) {
    guard record == nil, ending == nil else { return }
    tell(.event("over: \(fault.kind.rawValue)" + (isBack ? ", the camera is back" : "")))
    checkWaiters()
  }

  /// Puts a fault into the record, so that nobody takes what follows for the extension's own.
  func note(_ fault: Fault) {
    let words =
      fault.kind.ordinaryDuration == nil
      ? fault.kind.rawValue : "\(fault.kind.rawValue)=\(fault.duration.wholeMilliseconds)ms"
    draft.faults.append(words)
    tell(.event("fault: \(words)"))
  }

  /// Ends a guest that is ready as if it had not been: the real watchdog has been seen to.
  func raiseFalseAlarm() {
    guard let alarm = faults.fault(.falseAlarm) else { return }
    _ = loop.schedule(at: .now.advanced(by: alarm.duration)) { [weak self] in
      self?.assumeIsolated { session in
        session.guest?.assumeIsolated { guest in
          guest.end(.watchdog(missing: Array(guest.plan.point.requirements.prefix(1))))
        }
      }
    }
  }

  /// Makes the next launch from the locked screen freeze, where that fault is on.
  func freezeNextLaunch() async {
    guard faults.fault(.freezeAfterOpen) != nil else { return }
    await setFrozen(true)
  }

  private func setFrozen(_ isFrozen: Bool) async {
    let store = plan.found.store
    do throws(DeviceError) {
      try await WorkQueue.run { () throws(DeviceError) in
        _ = try store.updateSettings { $0.isFrozen = isFrozen ? true : nil }
      }
    } catch {
      tell(.warning("\(error)"))
    }
  }

  /// Whether the launch is frozen: no process, and a screen that does not react.
  var isFrozen: Bool { plan.isFrozen && record == nil }

  /// Ends a frozen launch; only the side button makes the next one start.
  func leaveFrozenScreen(by gesture: Dismissal?) {
    guard isFrozen, !isThawing else { return }
    isThawing = true
    Task {
      if gesture == .sideButton { await setFrozen(false) }
      draft.reason = .notLaunched
      draft.code = SessionEndCode.frozen.rawValue
      draft.message =
        "the launch froze, as after an opened app on some versions of iOS (freeze-after-open)"
        + (gesture == .sideButton ? "; the side button ended that" : "")
      await finish()
    }
  }

  /// Waits while session content is late; an interruption ends the wait.
  func waitForLateContent() async {
    guard let late = faults.fault(.lateContent), interruption == nil else { return }
    tell(.event("session content is late (late-content)"))
    await withCheckedContinuation { continuation in
      latecomer = continuation
      _ = loop.schedule(at: .now.advanced(by: late.duration)) { [weak self] in
        self?.assumeIsolated { $0.latecomer.take()?.resume() }
      }
    }
  }
}
