// SPDX-License-Identifier: MIT

public import Foundation
package import LockhostGuest
import LockhostWire

/// What an app gets from its capture extension.
public final class LockedCameraCaptureManager: Sendable {
  /// The app's one manager.
  public static let shared = LockedCameraCaptureManager(connection: .shared)

  private let content: SessionContentList

  /// Makes a manager over a connection; tests hold its other end.
  package init(connection: GuestConnection) { content = SessionContentList(connection: connection) }

  /// The folders that sessions have left and the app has not invalidated, the oldest first.
  public final var sessionContentURLs: [URL] { content.urls }

  /// What changes about ``sessionContentURLs``: all of them first, then each change.
  ///
  /// Every observer gets its own sequence, which ends with the process.
  public final var sessionContentUpdates: some AsyncSequence<SessionContentUpdate, Never> {
    content.updates()
  }

  /// Removes one folder that a session has left.
  ///
  /// Does nothing for a URL that is not among ``sessionContentURLs``, unless it is the folder of a
  /// session that still runs: that is refused, since what the extension writes next would be lost.
  ///
  /// - Throws: When the system cannot remove it, or a running session still writes it.
  public final func invalidateSessionContent(at url: URL) async throws {
    try await content.invalidate(url)
  }

  /// Holds back the app's appearance while it replaces the extension on screen.
  ///
  /// The extension stays on the screen until every delay has ended, for ten seconds at most. Call it
  /// before the first screen is shown, in the app's `init`.
  public final func beginDelayingAppearance() { content.delayAppearance(true) }

  /// Lets the app appear.
  public final func endDelayingAppearance() { content.delayAppearance(false) }
}

extension LockedCameraCaptureManager {
  /// A change of the folders that sessions have left.
  public enum SessionContentUpdate: Sendable {
    /// The folders at the start.
    case initial(urls: [URL])
    /// A session has left a folder.
    case added(url: URL)
    /// A folder is gone.
    case removed(url: URL)
  }
}
