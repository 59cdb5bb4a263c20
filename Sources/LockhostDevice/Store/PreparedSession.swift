// SPDX-License-Identifier: MIT

import LockhostSystem

/// A session's folder that was made before anybody asked for the session.
///
/// It has its lock, its folder for content and, as root, its user; it has no identifier, no draft and
/// no place in a list. ``SessionStore/begin(_:in:)`` makes a session of it, once.
public final class PreparedSession: Sendable {
  /// The folder that the guest's session content will be written to, until the session begins.
  ///
  /// It moves then, together with what is mounted from it.
  public var contentPath: String { path + "/content" }
  /// The user and group on the host that the guest is mapped to, when lockhost runs as root.
  public var userIdentifier: UInt32? { claim?.identifier }

  let name: FileName
  let path: String
  let directory: Directory
  let marker: SessionMarker
  let lock: FileLock
  /// For the draft of the session that it will be.
  let spare: AtomicFile.Spare
  let contentIdentity: FileIdentity
  let claim: UserPool.Claim?
  let claims: Directory
  private let parent: Directory

  init(
    name: FileName, path: String, parent: Directory, directory: Directory, marker: SessionMarker,
    lock: FileLock, spare: AtomicFile.Spare, contentIdentity: FileIdentity,
    claim: UserPool.Claim?, claims: Directory
  ) {
    self.name = name
    self.path = path
    self.parent = parent
    self.directory = directory
    self.marker = marker
    self.lock = lock
    self.spare = spare
    self.contentIdentity = contentIdentity
    self.claim = claim
    self.claims = claims
  }

  /// Removes the folder, of which no session was made.
  ///
  /// Call it when nothing runs in it. What cannot be removed stays, and the next start removes it.
  public func discard() {
    do throws(SystemError) {
      guard try parent.contains(name) else { return }
      guard try DirectoryTree.remove(name, in: parent).isComplete else { return }
      try marker.remove()
      if let claim { try claims.unlinkIfPresent(claim.name) }
    } catch {
      // The marker is still there, and leads the next start to it.
    }
  }
}
