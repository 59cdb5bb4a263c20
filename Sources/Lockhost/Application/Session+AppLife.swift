// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostServices
import LockhostSystem
import LockhostWire

/// The life of the app that the extension opened, or that was launched in its place.
extension Session {
  /// The app, whichever way it came to run.
  var runningApp: Guest? { app ?? (plan.target == .app && ending == nil ? guest : nil) }

  /// Waits until the app's scene is started, or the app is dead.
  func presence(of app: Guest) async -> Bool {
    guard self.app === app else { return false }
    return await withCheckedContinuation { appearance.waitForPresence($0) }
  }

  /// Waits until the app is seen in the extension's place, or is dead.
  func visibility(of app: Guest) async -> Bool {
    guard self.app === app else { return false }
    let isSeen = await withCheckedContinuation { appearance.waitForVisibility($0) }
    if isSeen { tell(.event("the app opened")) }
    return isSeen
  }

  // MARK: What the app does

  func takeFromApp(_ event: GuestEvent) {
    switch event {
    case .presented: presented()
    case .scene(let elements):
      appElements = elements
      appearance.isDrawn = true
      appearance.settle()
    case .delaysAppearance(let begins): delay(begins)
    case .output(let line, let isError): tell(.output(line, isError: isError))
    case .refused(let violation): tell(.refusal(violation.summary))
    case .activityHandled(let handled): activityHandled(handled)
    case .fact(let fact):
      switch fact {
      case .photoAdded(let photo): note(photo)
      case .photoLost(let error): tell(.warning("a photo was not stored: \(error)"))
      default: break
      }
    case .ended(let ending):
      for what in ending.ignoredMessages { tell(.event("the app: " + what)) }
      if !ending.cause.isWell {
        tell(.warning("the app ended: \(ending.cause.message ?? ending.cause.reason.rawValue)"))
      }
      app = nil
      contentWatch.stop()
      settleDeadline?.cancel()
      appearance.isOver = true
      appearance.settle()
      conclude()
    case .executed, .connected, .met, .ready, .ending: break
    }
    checkWaiters()
  }

  private func presented() {
    tellOfTurn(appKit)
    appearance.isPresent = true
    appearance.settle()
    watchContent()
    // A program without a screen is seen as well.
    _ = loop.schedule(at: .now.advanced(by: AppAppearance.firstScreen)) { [weak self] in
      self?.assumeIsolated { session in
        session.appearance.isDrawn = true
        session.appearance.settle()
      }
    }
  }

  /// Takes the app's word that it holds back its appearance, or does so no longer.
  private func delay(_ begins: Bool) {
    guard !appearance.isVisible else { return }
    appearance.delays = max(0, appearance.delays + (begins ? 1 : -1))
    appearance.settle()
    guard begins else { return }
    tell(.event("the app holds back its appearance"))
    _ = loop.schedule(at: .now.advanced(by: AppAppearance.longestDelay)) { [weak self] in
      self?.assumeIsolated { session in
        guard !session.appearance.isVisible, session.app != nil else { return }
        session.tell(
          .warning(
            "the app has held back its appearance for "
              + "\(AppAppearance.longestDelay.components.seconds) s, and is shown all the same"))
        session.appearance.delays = 0
        session.appearance.settle()
      }
    }
  }

  func activityHandled(_ handled: ActivityHandled) {
    imports.activityHandled = true
    if !handled.handled { tell(.warning("the app did nothing with \(handled.activityType)")) }
    activityWaiter.take()?.resume(returning: handled.handled)
    settleIfDone()
  }

  /// Brings a running app forward with an activity, as another session asks.
  ///
  /// - Returns: Whether there is an app, and a handler of the type ran; nil when there is no app.
  func continueInApp(_ activity: ActivityMessage) async -> Bool? {
    guard let app = runningApp, activityWaiter == nil, await app.phase >= .presented else {
      return nil
    }
    tell(.event("brought forward with \(activity.activityType)"))
    await app.post(.scenePhase, ScenePhaseChange(phase: .active))
    return await withCheckedContinuation { continuation in
      activityWaiter = continuation
      guard app.assumeIsolated({ $0.post(.continueActivity, ActivityBody(activity: activity)) })
      else {
        activityWaiter.take()?.resume(returning: false)
        return
      }
      _ = loop.schedule(at: .now.advanced(by: Session.settleTime)) { [weak self] in
        self?.assumeIsolated { $0.activityWaiter.take()?.resume(returning: false) }
      }
    }
  }

  /// Tells a running app that it is in front, or is not any more.
  func moveApp(to phase: ScenePhaseChange.Phase) {
    runningApp?.assumeIsolated { _ = $0.post(.scenePhase, ScenePhaseChange(phase: phase)) }
    // No program has the camera in the background; what it had started goes on when it is back.
    let camera = (app == nil && plan.target == .app ? kit : appKit)?.camera
    if phase == .background {
      camera?.interrupt(.inBackground)
    } else {
      camera?.endInterruption(.inBackground)
    }
  }

  // MARK: The app's end

  /// Closes the app as soon as it has done what it was opened for, or has had time enough.
  func settle(_ app: Guest) {
    guard settleDeadline == nil else { return }
    settleDeadline = loop.schedule(at: .now.advanced(by: Session.settleTime)) { [weak self] in
      self?.assumeIsolated { $0.closeApp() }
    }
    settleIfDone()
  }

  func settleIfDone() {
    guard settleDeadline != nil, imports.isDone, record != nil || ending != nil else { return }
    closeApp()
  }

  private func closeApp() {
    app?.assumeIsolated { $0.dismiss(.dismissed, reason: .dismissed, grace: Session.grace) }
  }
}

extension Session.Plan {
  /// What an app is asked for that is launched in the extension's place.
  ///
  /// A camera, like the extension, when its capture intent launched it; but not of an app that has no
  /// camera permission yet, since it is opened to ask for that.
  var applicationPoint: ExtensionPoint {
    guard request.entryPoint.usesIntent, found.permissions[.camera]?.status == .authorized else {
      return .application
    }
    return request.watchdog.map { ExtensionPoint.intentApplication.withDeadline($0) }
      ?? .intentApplication
  }
}

extension Session {
  /// What was launched is on the screen.
  func presentedLaunched() {
    guard plan.target == .app else {
      return tell(
        .event(
          plan.waitsForDebugger
            ? "on the screen; the watchdog is paused" : "on the screen; the watchdog runs"))
    }
    tell(
      .event(
        plan.applicationPoint.requirements.isEmpty
          ? "the app is on the screen" : "the app is on the screen; the watchdog runs"))
    appearance.isPresent = true
    watchContent()
  }
}
