// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostSandbox
import LockhostServices
import LockhostSystem
import LockhostWire

/// Session content: what the guests ask to be done with it, and what the app is told of it.
extension Session {
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
        }),
      faults: faults, contextLatency: contextLatency,
      refusedUse: { [weak self] what in Task { await self?.tell(.warning(what)) } })
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
  /// handed over. The folder of a session that still runs is refused: what the extension writes next
  /// would be lost.
  private func removeContent(_ told: String) async -> SessionContentAccess.Outcome {
    let path = await runningApp?.paths?.specified(told) ?? told
    let (store, application) = (plan.found.store, plan.found.bundle.identifier)
    do throws(DeviceError) {
      let outcome = try await WorkQueue.run {
        () throws(DeviceError) -> SessionContentAccess.Outcome in
        let container = try store.container(of: application)
        // What was handed over is nobody's but the app's, though its session may not be over yet.
        if let found = try container.sessionContent().first(where: {
          GuestKitFactory.contentPath(of: $0) == path
        }) {
          try container.removeSessionContent(found)
          return .removed
        }
        let name = String(path.split(separator: "/").last ?? "")
        return GuestKitFactory.contentPath(of: name) == path && store.sessions.isLive(name)
          ? .live(name) : .notFound
      }
      if outcome == .removed { invalidated(path) }
      if case .live(let session) = outcome {
        tell(.warning("the app may not invalidate what session \(session) still writes"))
      }
      return outcome
    } catch {
      tell(.warning("\(error)"))
      return .failed
    }
  }

  // MARK: Telling the app

  /// Gives the app what the extension left, once that is in the app's container.
  func deliverContent() {
    guard let app else { return }
    lookAtContent()
    guard !plan.request.keepsApp else { return }
    settle(app)
  }

  /// The app lets go of a folder that was handed over to it.
  func invalidated(_ path: String) {
    if path == imports.delivered { imports.imported = true }
    lookAtContent()
    settleIfDone()
  }

  /// Begins to look at what is handed over to a running app, whoever hands it over.
  ///
  /// The app knows what was there at its launch.
  func watchContent() {
    if contentWatch.known == nil {
      contentWatch.known = Set((app == nil ? kit : appKit)?.content ?? [])
    }
    lookAtContent()
  }

  private func lookAtContent() {
    guard runningApp != nil, !contentWatch.isOver else { return }
    guard !contentWatch.isLooking else {
      contentWatch.looksAgain = true
      return
    }
    contentWatch.isLooking = true
    contentWatch.deadline?.cancel()
    let (store, application) = (plan.found.store, plan.found.bundle.identifier)
    Task { [weak self] in
      let names = await WorkQueue.run { () -> [String]? in
        try? store.container(of: application).sessionContent()
      }
      await self?.take(content: names)
    }
  }

  private func take(content names: [String]?) {
    contentWatch.isLooking = false
    guard let app = runningApp, !contentWatch.isOver else { return }
    if let names {
      let (added, removed) = contentWatch.take(names)
      app.assumeIsolated { app in
        Self.tell(app, .removed, removed)
        Self.tell(app, .added, added)
      }
    }
    if contentWatch.looksAgain {
      contentWatch.looksAgain = false
      return lookAtContent()
    }
    contentWatch.deadline = loop.schedule(at: .now.advanced(by: ContentWatch.interval)) {
      [weak self] in self?.assumeIsolated { $0.lookAtContent() }
    }
  }

  private static func tell(
    _ app: isolated Guest, _ change: SessionContentChange.Change, _ names: [String]
  ) {
    // One message has room for some hundred paths.
    for start in stride(from: 0, to: names.count, by: 100) {
      let paths = names[start..<min(start + 100, names.count)]
        .map { app.place(of: GuestKitFactory.contentPath(of: $0)) }
      app.post(.sessionContent, SessionContentChange(change: change, paths: paths))
    }
  }
}
