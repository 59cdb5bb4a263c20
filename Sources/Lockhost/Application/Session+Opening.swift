// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostSandbox
import LockhostServices
import LockhostSystem
import LockhostWire

/// Opening the app from the extension: the queue, authentication, and the transition.
extension Session {
  /// The extension asks for its app.
  ///
  /// One request is asked at a time, and the others wait for it: when the person says no, that is the
  /// answer to all of them, and when the app opens, the later ones come too late. The answer is
  /// `.opened` once the app is on the screen; the extension is ended after that, and what it left is
  /// handed over after its end: the app has its activity first, and the content later, as on the real
  /// system.
  func openApplication(_ activity: ActivityMessage) async -> OpenApplicationService.Outcome {
    openRequests += 1
    let place = draft.activities.count
    draft.activities.append(ExitRecord.Activity(activity, outcome: OpenQueue.asked))
    checkWaiters()
    var outcome = await openQueue.turn(of: place)
    if outcome == nil {
      outcome = await open(activity)
      openQueue.pass(after: outcome ?? .failed)
    }
    let settled = outcome ?? .failed
    draft.activities[place].outcome = settled.recordName
    tell(.event("open the app for \(activity.activityType): \(settled.recordName)"))
    keepDraft()
    openQueue.tell(settled, of: place)
    return settled
  }

  private func open(_ activity: ActivityMessage) async -> OpenApplicationService.Outcome {
    guard app == nil, ending == nil, let factory = plan.factory else { return .failed }
    let kit: GuestKit
    do throws(HostError) {
      let (session, callbacks) = (identifier, self.callbacks)
      kit = try await WorkQueue.run { () throws(HostError) in
        try factory.application(session: session, callbacks: callbacks)
      }
    } catch {
      tell(.warning("the app cannot be opened: \(error.message)"))
      return error.isMissingApplication ? .applicationNotFound : .failed
    }
    guard await authenticate() == .pass else { return .authenticationFailed }
    guard ending == nil else { return .failed }
    if await bringForward(activity) {
      await freezeNextLaunch()
      return .opened
    }
    guard ending == nil else { return .failed }
    let app = Guest(plan: kit.plan, loop: loop) { [weak self] event in
      self?.assumeIsolated { $0.takeFromApp(event) }
    }
    self.app = app
    appKit = kit
    appearance = AppAppearance()
    do {
      try await app.start(with: spawner)
      await noteTier(of: app)
    } catch {
      self.app = nil
      appKit = nil
      tell(.warning("the app could not be started: \(error)"))
      return .failed
    }
    guard await presence(of: app) else { return .failed }
    // The activity first: what the app does with it may be why it holds back its appearance.
    imports.activityDelivered = true
    await app.post(.continueActivity, ActivityBody(activity: activity))
    guard await visibility(of: app) else { return .failed }
    await freezeNextLaunch()
    return .opened
  }

  /// Gives the activity to the app if it runs already, in this process or another.
  ///
  /// On a phone an app runs once; so the session that has it on its screen is asked to bring it
  /// forward, and none is started.
  ///
  /// - Returns: Whether there was one, and it took the activity.
  private func bringForward(_ activity: ActivityMessage) async -> Bool {
    let (sessions, application, own) = (
      plan.found.store.sessions, plan.found.bundle.identifier, identifier
    )
    let taker = await WorkQueue.run { () -> String? in
      let others = (try? sessions.live()) ?? []
      for other in others where other.id != own && other.record?.application == application {
        let reply = SessionRemote(sessions: sessions, session: other.id).ask(
          ControlRequest(.continueActivity, message: activity), within: .seconds(10))
        if reply?.isDone == true { return other.id }
      }
      return nil
    }
    guard let taker else { return false }
    tell(.event("the app was running already, in session \(taker), and has the activity"))
    return true
  }

  /// The app is open: the extension's presentation ends.
  func leaveForApplication() async {
    await guest?.dismiss(.openedApp, reason: .dismissed, grace: Session.grace)
  }

  // MARK: Authentication

  /// Asks for a face or a code, unless the device has seen one already.
  func authenticate() async -> AuthenticationAnswer {
    guard lockState == .locked || lockState == .beforeFirstUnlock else { return .pass }
    let answer: AuthenticationAnswer
    let isNeverAnswered = faults.fault(.authenticationNever) != nil
    if let prepared = plan.request.authentication, !isNeverAnswered {
      answer = prepared
    } else {
      tell(.event("the device asks to unlock"))
      answer = await withCheckedContinuation { continuation in
        let patience = plan.request.authenticationPatience ?? AuthenticationPrompt.patience
        let deadline =
          isNeverAnswered
          ? nil
          : loop.schedule(at: .now.advanced(by: patience)) { [weak self] in
            self?.assumeIsolated { session in
              session.tell(.event("nobody answered; authentication is cancelled"))
              session.prompt.take()?.answer(.cancel)
            }
          }
        prompt = AuthenticationPrompt(
          continuation, deadline: deadline, isNeverAnswered: isNeverAnswered)
        checkWaiters()
      }
    }
    if answer == .pass { change(.unlocked) }
    return answer
  }
}
