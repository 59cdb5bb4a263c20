// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import LockhostSystem

extension SessionStore {
  /// Finishes the sessions whose hosts died.
  ///
  /// See `DeviceStore.collectAbandoned(patience:)`.
  func collectAbandoned(
    patience: Duration, container: (String) throws(DeviceError) -> AppContainer
  ) throws(DeviceError) -> [CollectedSession] {
    let names = try DeviceError.storing("look for abandoned sessions", at: path) {
      () throws(SystemError) in
      try UserPool.removeLeftovers(in: claims)
      return try unfinished.names()
    }
    let deadline = MonotonicInstant.now.advanced(by: patience)
    var collected: [CollectedSession] = []
    for name in names {
      guard let id = name.text else { continue }
      do throws(DeviceError) {
        if try isUnmade(id, name) {
          try removeUnmade(id, name)
        } else if let record = try collect(id, name, deadline: deadline, container: container) {
          collected.append(CollectedSession(id: id, record: record, problem: nil))
        }
      } catch {
        collected.append(CollectedSession(id: id, record: nil, problem: error))
      }
    }
    return collected
  }

  /// Whether a session has a marker, but no folder under its name.
  private func isUnmade(_ id: String, _ name: FileName) throws(DeviceError) -> Bool {
    try DeviceError.storing("look for the session", at: "\(path)/\(id)") {
      () throws(SystemError) in try !directory.contains(name)
    }
  }

  /// Removes what is left of a session whose host died before it had its name.
  private func removeUnmade(_ id: String, _ name: FileName) throws(DeviceError) {
    let temporary = try Self.name(StoredName.creatingPrefix + id)
    try DeviceError.storing("remove an unfinished session", at: "\(path)/\(temporary)") {
      () throws(SystemError) in
      // Not while anybody makes a session: it may be this one. The next start tries again.
      let alone = try FileLock.take(StoredName.sessionsLock, in: locks, waiting: false)
      guard let alone else { return }
      defer { withExtendedLifetime(alone) {} }
      // Only now: its host may have given it its name meanwhile.
      guard try !directory.contains(name) else { return }
      if try directory.contains(temporary) {
        // Its host lives, and keeps it ready for a session.
        let folder = try directory.directory(temporary)
        if try FileLock.isHeld(StoredName.lock, in: folder) { return }
        guard try DirectoryTree.remove(temporary, in: directory).isComplete else { return }
      }
      try SessionMarker(directory: unfinished, name: name).remove()
    }
  }

  /// Finishes one session, if it is abandoned.
  ///
  /// - Returns: Its record; `nil` for a session that is live, or ended in order.
  private func collect(
    _ id: String, _ name: FileName, deadline: MonotonicInstant,
    container: (String) throws(DeviceError) -> AppContainer
  ) throws(DeviceError) -> ExitRecord? {
    let folder = try folder(id)
    let folderPath = "\(path)/\(id)"
    let marker = SessionMarker(directory: unfinished, name: name)
    guard try hasLeftovers(folder, at: folderPath) else {
      // Its host died between the record and the marker, or is just between them.
      try DeviceError.storing("finish the session", at: folderPath) { () throws(SystemError) in
        try Self.clear(folder)
        try marker.remove()
      }
      return nil
    }
    let lock = try DeviceError.storing("take over the session", at: folderPath) {
      () throws(SystemError) in
      try FileLock.take(StoredName.lock, in: folder, waiting: false)
    }
    guard let lock else { return nil }
    guard try hasLeftovers(folder, at: folderPath) else {
      // Its host was just at its end, and gave up the lock when all was done.
      try DeviceError.storing("finish the session", at: folderPath) { () throws(SystemError) in
        try Self.clear(folder)
        try marker.remove()
      }
      return nil
    }
    try waitForMounts(of: id, until: deadline)

    // Only now, under the lock: another process may have finished it meanwhile.
    let ended = try read(StoredName.record, in: folder, of: id)
    var record: ExitRecord
    if let ended { record = ended } else { record = try draft(of: id, in: folder) }
    let (session, hasContent) = try DeviceError.storing("open the session", at: folderPath) {
      () throws(SystemError) in
      // Whoever wrote its draft or its record died with its host.
      try AtomicFile.removeLeftovers(in: folder)
      let hasContent = try folder.contains(StoredName.content)
      let session = SessionFolder(
        id: id, path: folderPath, directory: folder, marker: marker, lock: lock,
        contentIdentity: hasContent
          ? try folder.facts(of: StoredName.content).identity
          : FileIdentity(device: 0, inode: 0),
        claim: nil, claims: claims, draft: record)
      return (session, hasContent)
    }
    if let removal = try session.wipeContainer() {
      record.container.files = removal.files
      record.container.bytes = removal.bytes
    }
    if ended == nil { record.container.wiped = true }
    if let application = record.application {
      record.take(try session.handOver(to: try container(application)))
    } else if hasContent {
      throw DeviceError(
        .handOverFailed, path: session.contentPath,
        message: "nothing says whose content this is: the session's draft is gone",
        fix: "take what is of use, and remove the session's folder")
    }
    try session.finish(record)
    return record
  }

  /// Removes what only a session that runs has in its folder, and what a killed writer left there.
  private static func clear(_ folder: Directory) throws(SystemError) {
    try AtomicFile.removeLeftovers(in: folder)
    for name in [StoredName.reserve, StoredName.draft, StoredName.control, StoredName.lock] {
      try folder.unlinkIfPresent(name)
    }
  }

  /// Whether anything is still to be done for a session.
  private func hasLeftovers(
    _ folder: Directory, at path: String
  ) throws(DeviceError) -> Bool {
    try DeviceError.storing("look at the session", at: path) { () throws(SystemError) in
      let isEnded = try folder.contains(StoredName.record)
      let hasContent = try folder.contains(StoredName.content)
      let hasContainer = try folder.contains(StoredName.container)
      return !isEnded || hasContent || hasContainer
    }
  }

  /// What was known of a session when its host died.
  private func draft(of id: String, in folder: Directory) throws(DeviceError) -> ExitRecord {
    var record: ExitRecord
    do {
      record =
        try read(StoredName.draft, in: folder, of: id)
        ?? ExitRecord(session: id, decision: .lost, reason: .interrupted)
    } catch let error where error.code == .recordCorrupt {
      record = ExitRecord(session: id, decision: .lost, reason: .interrupted)
    }
    record.reason = .interrupted
    record.code = "LH2005"
    record.message = "the host died during the session; a later start finished it"
    return record
  }

  /// Waits until no process has the session's content mounted.
  private func waitForMounts(
    of id: String, until deadline: MonotonicInstant
  ) throws(DeviceError) {
    while MountUse.isMounted(pathEndingIn: "/sessions/\(id)/content") {
      guard MonotonicInstant.now < deadline else {
        throw DeviceError(
          .sessionLive, path: "\(path)/\(id)",
          message: "the session's host is gone, but its sandbox still runs",
          fix: "find out what holds it with `grep -l \(id) /proc/*/mountinfo`")
      }
      usleep(10_000)
    }
  }
}

extension LaunchDecision {
  /// The decision of a session of which only the folder is left.
  static let lost = LaunchDecision(
    target: .nothing, requiresAuthentication: false, code: nil, rules: [])
}

extension ExitRecord {
  /// Takes a hand-over into this record.
  public mutating func take(_ report: HandOverReport) {
    guard report.path != nil || sessionContent.url == nil else { return }
    sessionContent.path = report.path
    sessionContent.url = report.path.map(Self.fileURL)
    sessionContent.files = report.path == nil ? 0 : report.files
    sessionContent.bytes = report.path == nil ? 0 : report.bytes
    sessionContent.refused = report.refused
    sessionContent.refusedCount = report.refusedCount
  }

  /// Makes a `file:` URL of a folder's path.
  static func fileURL(_ path: String) -> String {
    URL(filePath: path, directoryHint: .isDirectory).absoluteString
  }
}
