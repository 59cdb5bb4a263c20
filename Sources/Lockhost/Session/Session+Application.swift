// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostSandbox
import LockhostServices
import LockhostSystem
import LockhostWire

/// Opening the app from the extension: authentication, the transition, and what the app does then.
extension Session {
  /// The extension asks for its app.
  ///
  /// The answer is `.opened` once the app is on the screen; the extension is ended after that, and
  /// what it left is handed over after its end: the app has its activity first, and the content
  /// later, as on the real system.
  func openApplication(_ activity: ActivityMessage) async -> OpenApplicationService.Outcome {
    openRequests += 1
    let place = draft.activities.count
    draft.activities.append(ExitRecord.Activity(activity, outcome: "asked"))
    checkWaiters()
    let outcome = await open(activity)
    draft.activities[place].outcome = outcome.recordName
    tell(.event("open the app for \(activity.activityType): \(outcome.recordName)"))
    keepDraft()
    return outcome
  }

  private func open(_ activity: ActivityMessage) async -> OpenApplicationService.Outcome {
    guard app == nil, ending == nil else { return .failed }
    guard let factory = plan.factory else { return .failed }
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
    let app = Guest(plan: kit.plan, loop: loop) { [weak self] event in
      self?.assumeIsolated { $0.takeFromApp(event) }
    }
    guard ending == nil else { return .failed }
    self.app = app
    appKit = kit
    elements = []
    do {
      try await app.start(with: spawner)
      await noteTier(of: app)
    } catch {
      self.app = nil
      appKit = nil
      tell(.warning("the app could not be started: \(error)"))
      return .failed
    }
    // The app is opened when its scene is there, not when its process is.
    guard await appearance(of: app) else { return .failed }
    imports.activityDelivered = true
    await app.post(.continueActivity, ActivityBody(activity: activity))
    return .opened
  }

  /// What the guests of this session call back.
  nonisolated var callbacks: GuestKitFactory.Callbacks {
    GuestKitFactory.Callbacks(
      open: { [weak self] activity, done in
        Task {
          let outcome = await self?.openApplication(activity) ?? .failed
          // The answer goes out before the extension is told to leave.
          done(outcome)
          if outcome == .opened { await self?.leaveForApplication() }
        }
      },
      content: SessionContentAccess(
        emptyOwn: { [weak self] done in Task { done(await self?.emptyContent() ?? .failed) } },
        remove: { [weak self] path, done in
          Task { done(await self?.removeContent(path) ?? .failed) }
        }))
  }

  /// The app is open: the extension's presentation ends.
  private func leaveForApplication() async {
    await guest?.dismiss(.openedApp, reason: .dismissed, grace: Session.grace)
  }

  /// Empties the folder of the running session, as the extension asked.
  private func emptyContent() async -> SessionContentAccess.Outcome {
    let folder = plan.folder
    do throws(DeviceError) {
      _ = try await WorkQueue.run { () throws(DeviceError) in try folder.emptyContent() }
      return .removed
    } catch {
      tell(.warning("\(error)"))
      return .failed
    }
  }

  /// Removes a folder that was handed over to the app, as the app asked.
  ///
  /// The path is a guest's word: only its last part counts, and only as one of the names that were
  /// handed over.
  private func removeContent(_ path: String) async -> SessionContentAccess.Outcome {
    let (store, application) = (plan.found.store, plan.found.bundle.identifier)
    do throws(DeviceError) {
      let isRemoved = try await WorkQueue.run { () throws(DeviceError) in
        let container = try store.container(of: application)
        guard
          let name = try container.sessionContent().first(where: {
            GuestKitFactory.contentPath(of: $0) == path
          })
        else { return false }
        try container.removeSessionContent(name)
        return true
      }
      guard isRemoved else { return .notFound }
      invalidated(path)
      return .removed
    } catch {
      tell(.warning("\(error)"))
      return .failed
    }
  }

  /// Asks for a face or a code, unless the device has seen one already.
  func authenticate() async -> AuthenticationAnswer {
    guard lockState == .locked || lockState == .beforeFirstUnlock else { return .pass }
    let answer: AuthenticationAnswer
    if let prepared = plan.request.authentication {
      answer = prepared
    } else {
      tell(.event("the device asks to unlock"))
      answer = await withCheckedContinuation { continuation in
        let deadline = loop.schedule(at: .now.advanced(by: AuthenticationPrompt.patience)) {
          [weak self] in
          self?.assumeIsolated { session in
            session.tell(.event("nobody answered; authentication is cancelled"))
            session.prompt.take()?.answer(.cancel)
          }
        }
        prompt = AuthenticationPrompt(continuation, deadline: deadline)
        checkWaiters()
      }
    }
    if answer == .pass { change(.unlocked) }
    return answer
  }

  /// Waits until the app's scene is there, or the app is dead.
  private func appearance(of app: Guest) async -> Bool {
    if await app.phase >= .presented { return true }
    guard self.app === app else { return false }
    return await withCheckedContinuation { appearance = $0 }
  }

  // MARK: What the app does

  func takeFromApp(_ event: GuestEvent) {
    switch event {
    case .presented:
      tell(.event("the app opened"))
      appearance.take()?.resume(returning: true)
    case .scene(let elements): self.elements = elements
    case .output(let line, let isError): tell(.output(line, isError: isError))
    case .refused(let violation): tell(.refusal(violation.summary))
    case .activityHandled(let handled):
      imports.activityHandled = true
      if !handled.handled { tell(.warning("the app did nothing with \(handled.activityType)")) }
      settleIfDone()
    case .fact(let fact):
      switch fact {
      case .photoAdded(let photo): note(photo)
      case .photoLost(let error): tell(.warning("a photo was not stored: \(error)"))
      default: break
      }
    case .ended(let ending):
      if !ending.cause.isWell {
        tell(.warning("the app ended: \(ending.cause.message ?? ending.cause.reason.rawValue)"))
      }
      app = nil
      settleDeadline?.cancel()
      appearance.take()?.resume(returning: false)
      conclude()
    case .executed, .connected, .met, .ready, .ending: break
    }
    checkWaiters()
  }

  /// Gives the app what the extension left, once that is in the app's container.
  func deliverContent() {
    guard let app else { return }
    if let delivered = imports.delivered {
      app.assumeIsolated {
        _ = $0.post(.sessionContent, SessionContentChange(change: .added, paths: [delivered]))
      }
    }
    guard !plan.request.keepsApp else { return }
    settle(app)
  }

  /// The app lets go of a folder that was handed over to it.
  func invalidated(_ path: String) {
    if path == imports.delivered { imports.imported = true }
    visibleGuest?.assumeIsolated {
      _ = $0.post(.sessionContent, SessionContentChange(change: .removed, paths: [path]))
    }
    settleIfDone()
  }

  /// Closes the app as soon as it has done what it was opened for, or has had time enough.
  func settle(_ app: Guest) {
    guard settleDeadline == nil else { return }
    settleDeadline = loop.schedule(at: .now.advanced(by: Session.settleTime)) { [weak self] in
      self?.assumeIsolated { $0.closeApp() }
    }
    settleIfDone()
  }

  private func settleIfDone() {
    guard settleDeadline != nil, imports.isDone, record != nil || ending != nil else { return }
    closeApp()
  }

  private func closeApp() {
    app?.assumeIsolated { $0.dismiss(.dismissed, reason: .dismissed, grace: Session.grace) }
  }
}
