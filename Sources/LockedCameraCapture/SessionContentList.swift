// SPDX-License-Identifier: MIT

import Foundation
import LockhostGuest
import LockhostWire
import Synchronization

/// The folders that sessions have left, kept as the host tells, and who wants to know.
final class SessionContentList: Sendable {
  typealias Update = LockedCameraCaptureManager.SessionContentUpdate

  private struct State {
    var paths: [String]
    var observers: [Int: AsyncStream<Update>.Continuation] = [:]
    var nextObserver = 0
  }

  private let connection: GuestConnection
  private let state: Mutex<State>

  init(connection: GuestConnection) {
    self.connection = connection
    state = Mutex(State(paths: connection.launch.sessionContentPaths.map(Self.normalized)))
    connection.onEvent(.sessionContent, as: SessionContentChange.self) { [weak self] change in
      self?.apply(change)
    }
  }

  var urls: [URL] { state.withLock { $0.paths.map(Self.url) } }

  func updates() -> AsyncStream<Update> {
    let (stream, continuation) = AsyncStream.makeStream(of: Update.self)
    let observer = state.withLock { state in
      state.nextObserver += 1
      state.observers[state.nextObserver] = continuation
      // Inside the lock, so that no change overtakes it.
      continuation.yield(.initial(urls: state.paths.map(Self.url)))
      return state.nextObserver
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { state in _ = state.observers.removeValue(forKey: observer) }
    }
    return stream
  }

  func invalidate(_ url: URL) async throws(GuestError) {
    let path = Self.normalized(url.path(percentEncoded: false))
    let isKnown = state.withLock { $0.paths.contains(path) }
    // A folder beside the known ones may be that of a session that still runs, which is refused with
    // the reason; whatever else it is, it is passed over.
    guard isKnown || isBesideKnown(path) else { return }
    let body = SessionContentInvalidate(path: path)
    do throws(GuestError) {
      _ = try await connection.request(.sessionContentInvalidate, body, as: EmptyBody.self)
    } catch {
      guard !isKnown, error.failureCode == .notFound else { throw error }
      return
    }
    apply(SessionContentChange(change: .removed, paths: [path]))
  }

  /// Whether a path is that of a folder where session content is handed over.
  private func isBesideKnown(_ path: String) -> Bool {
    let place = connection.launch.containerPath + "/SessionContent/"
    return path.hasPrefix(place) && !path.dropFirst(place.count).contains("/")
  }

  func delayAppearance(_ begin: Bool) {
    do throws(GuestError) {
      try connection.post(.delayAppearance, DelayAppearance(begin: begin))
    } catch {
      Diagnostics.report("the host was not told to delay the appearance: \(error)")
    }
  }

  /// Brings the list up to date, and tells observers what that changed: the host may tell what the
  /// launch context or this process's own request told before.
  private func apply(_ change: SessionContentChange) {
    let paths = change.paths.map(Self.normalized)
    state.withLock { state in
      let added = change.change == .removed ? [] : paths.filter { !state.paths.contains($0) }
      let removed =
        switch change.change {
        case .initial: state.paths.filter { !paths.contains($0) }
        case .added: [String]()
        case .removed: state.paths.filter { paths.contains($0) }
        }
      state.paths.removeAll { removed.contains($0) }
      state.paths.append(contentsOf: added)
      let updates =
        removed.map { Update.removed(url: Self.url($0)) }
        + added.map { Update.added(url: Self.url($0)) }
      for update in updates {
        for observer in state.observers.values { observer.yield(update) }
      }
    }
  }

  private static func normalized(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  private static func url(_ path: String) -> URL {
    URL(filePath: path, directoryHint: .isDirectory)
  }
}
