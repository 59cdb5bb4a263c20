// SPDX-License-Identifier: MIT

import FoundationEssentials
import LockhostSystem

/// Removing what is stored of sessions that have ended.
extension SessionStore {
  /// What a folder's name has at its end from the moment that it is to go.
  private static let removedSuffix = ".removed"

  /// The sessions that have ended, the oldest first: those of which nothing is left to be done.
  ///
  /// - Parameter age: How long ago they must have begun.
  public func ended(before age: Duration = .zero) throws(DeviceError) -> [String] {
    let seconds = Double(age.components.seconds) + Double(age.components.attoseconds) * 1e-18
    // Times without an era: nothing is older than the first of them.
    let begin = Date(timeIntervalSince1970: max(0, Date().timeIntervalSince1970 - seconds))
    let latest = StoredTime.name(begin)
    return try DeviceError.storing("list the sessions", at: path) { () throws(SystemError) in
      let unfinished = Set(try self.unfinished.names(limit: .max))
      return try directory.names(limit: .max).filter { name in
        // The first part is a time, and its order that of the text.
        guard let id = name.text, Self.isIdentifier(id) else { return false }
        return id.prefix(latest.count) <= latest && !unfinished.contains(name)
      }.compactMap(\.text).sorted()
    }
  }

  /// Whether it is a name as sessions get it, and nobody else's folder.
  private static func isIdentifier(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 6, 8] && parts.joined().allSatisfy(\.isHexDigit)
  }

  /// Removes the record of a session that has ended, and its crash report.
  ///
  /// What it captured is in the app's container and in the photo library, and stays there. A crash in
  /// the middle leaves the session whole, or a folder that the next start removes.
  ///
  /// - Throws: `DeviceError` with `sessionLive` for one that runs or that a start has yet to finish,
  ///   `sessionNotFound`, `wipeIncomplete`.
  public func remove(_ id: String) throws(DeviceError) {
    let name = try StoredName.folder(id, naming: "session")
    let folderPath = path + "/" + id
    let marker = SessionMarker(
      directory: unfinished, name: try StoredName.folder(id + Self.removedSuffix, naming: "session")
    )
    let temporary = try Self.name(StoredName.creatingPrefix + id + Self.removedSuffix)
    // Nobody takes what has a marker and no name for the rest of a dead host meanwhile.
    let making = try takeMakingLock()
    defer { withExtendedLifetime(making) {} }
    let isUnfinished = try DeviceError.storing("look at the session", at: folderPath) {
      () throws(SystemError) in try unfinished.contains(name)
    }
    guard !isUnfinished else {
      throw DeviceError(
        .sessionLive, path: folderPath,
        message: isLive(id)
          ? "the session is still running" : "the session's content waits to be handed over",
        fix: "end it, or launch again, which finishes it")
    }
    let removal = try DeviceError.storing("remove the session", at: folderPath) {
      () throws(SystemError) -> DirectoryTree.Removal? in
      guard try directory.contains(name) else { return nil }
      try marker.make()
      do throws(SystemError) {
        try directory.move(name, to: directory, as: temporary, replacing: false)
      } catch {
        try? marker.remove()
        throw error
      }
      let removal = try DirectoryTree.remove(temporary, in: directory)
      if removal.isComplete { try marker.remove() }
      return removal
    }
    guard let removal else {
      throw DeviceError(
        .sessionNotFound, message: "no session is called “\(id)”",
        fix: "see `lockhost sessions list`")
    }
    try SessionFolder.check(removal, path: folderPath)
  }
}
