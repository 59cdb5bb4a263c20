// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import LockhostSystem

/// The sessions of one device: a folder each, with lock, content and record.
///
/// A folder without a record belongs to a session that is live, if its lock is held, or else to one
/// whose host died. Sessions that are not finished have a marker, so that a start need not look at
/// all of them.
public struct SessionStore: Sendable {
  /// How much room a session keeps for its record: a disk that is full at its end has it.
  private static let reservedBytes = 64 << 10
  /// The largest record that is read.
  static let recordLimit = 16 << 20

  let path: String
  let directory: Directory
  let device: String
  let users: UserPool?
  let claims: Directory
  let unfinished: Directory
  /// Where the lock is that tells sessions in the making from those whose hosts died.
  ///
  /// Whoever makes a session shares it; whoever removes one that was never finished being made has
  /// it alone. A marker, a folder and its own lock cannot be made in one step, so nothing less says
  /// that nobody is between two of them.
  let locks: Directory
  /// Puts drafts into bytes.
  let drafts = DraftForms()

  /// Makes the folder of a new session and takes its lock.
  ///
  /// As root, the content folder belongs to an unprivileged user that no other live session has.
  ///
  /// - Throws: `DeviceError` with `storeFull`, `storeNotWritable`, `noUserIdentifier`.
  public func create(_ request: SessionRequest) throws(DeviceError) -> SessionFolder {
    let prepared = try prepare()
    do throws(DeviceError) {
      return try begin(request, in: prepared)
    } catch {
      prepared.discard()
      throw error
    }
  }

  /// Makes all of a session's folder that does not depend on what the session will be.
  ///
  /// It stands in no list, and when this process dies before it is used the next start removes it.
  ///
  /// - Throws: As ``create(_:)`` does.
  public func prepare() throws(DeviceError) -> PreparedSession {
    let token = Self.identifier(at: Date())
    let folderPath = path + "/" + StoredName.creatingPrefix + token
    let temporary = try Self.name(StoredName.creatingPrefix + token)
    let marker = SessionMarker(
      directory: unfinished, name: try StoredName.folder(token, naming: "session"))
    let making = try takeMakingLock()
    defer { withExtendedLifetime(making) {} }
    do {
      return try DeviceError.storing("make the session's folder", at: folderPath) {
        () throws(SystemError) in
        // Under another name until it is whole and locked: a folder without a lock looks abandoned.
        try marker.make()
        try directory.makeDirectory(temporary, permissions: 0o700)
        let folder = try directory.directory(temporary)
        guard let lock = try FileLock.take(StoredName.lock, in: folder, waiting: false) else {
          throw SystemError(call: "flock(2)", code: EWOULDBLOCK)
        }
        try FileReserve.make(StoredName.reserve, bytes: Self.reservedBytes, in: folder)
        let content = try folder.directory(StoredName.content, creating: 0o700)
        var claim: UserPool.Claim?
        if let users {
          claim = try users.claim(in: claims)
          guard let claim else { throw SystemError(call: "flock(2)", code: EUSERS) }
          try content.give(to: claim.identifier)
        }
        return PreparedSession(
          name: temporary, path: folderPath, parent: directory, directory: folder, marker: marker,
          lock: lock, spare: try AtomicFile.Spare(in: folder),
          contentIdentity: try content.facts().identity, claim: claim, claims: claims)
      }
    } catch {
      // What was made is of no use; should it stay, the next start collects it.
      if (try? DirectoryTree.remove(temporary, in: directory))?.isComplete == true {
        try? marker.remove()
      }
      if error.cause?.code == EUSERS {
        throw DeviceError(
          .noUserIdentifier, message: "no unprivileged user id is free for the session",
          fix: "end other sessions, or remove \(path)/../../../users", cause: error.cause)
      }
      throw error
    }
  }

  /// Makes a session of a folder that is ready for one.
  ///
  /// Its identifier is of now, not of when the folder was made, so that lists keep their order.
  ///
  /// - Throws: As ``create(_:)`` does. The folder is the caller's to discard then.
  public func begin(
    _ request: SessionRequest, in prepared: PreparedSession
  ) throws(DeviceError) -> SessionFolder {
    let now = Date()
    let id = Self.identifier(at: now)
    var draft = ExitRecord(session: id, decision: request.decision, reason: .interrupted)
    draft.application = request.application
    draft.extension = request.extension
    draft.device = device
    draft.lockState = request.lockState
    draft.entryPoint = request.entryPoint
    draft.startedAt = StoredTime.record(now)
    let name = try StoredName.folder(id, naming: "session")
    let session = SessionFolder(
      id: id, path: path + "/" + id, prepared: prepared,
      marker: SessionMarker(directory: unfinished, name: name), draft: draft)
    let making = try takeMakingLock()
    defer { withExtendedLifetime(making) {} }
    try DeviceError.storing("make the session's folder", at: session.path) {
      () throws(SystemError) in
      guard let bytes = try? drafts.bytes(of: draft) else {
        throw SystemError(call: "write(2)", code: EINVAL)
      }
      if try !prepared.spare.write(bytes, as: StoredName.draft) { try session.storeDraft() }
      // The marker first, and the other one last: at every moment one of them leads to the folder.
      try session.marker.make(from: prepared.marker)
      do throws(SystemError) {
        try directory.move(prepared.name, to: directory, as: name, replacing: false)
      } catch {
        try? session.marker.remove()
        throw error
      }
      // Should it stay, the next start finds that it leads nowhere.
      try? prepared.marker.remove()
    }
    return session
  }

  func takeMakingLock() throws(DeviceError) -> FileLock? {
    try DeviceError.storing("make the session's folder", at: path) {
      () throws(SystemError) in
      try FileLock.take(StoredName.sessionsLock, in: locks, waiting: true, shared: true)
    }
  }

  private static func identifier(at time: Date) -> String {
    StoredTime.name(time) + "-" + String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
  }

  /// Lists the sessions, the newest first.
  ///
  /// - Parameter limit: The most entries.
  public func list(limit: Int = 1_000) throws(DeviceError) -> [SessionEntry] {
    let names = try DeviceError.storing("list the sessions", at: path) { () throws(SystemError) in
      try directory.names()
    }
    return names.reversed().lazy.filter { !$0.hasPrefix(".") }.prefix(limit)
      .compactMap { $0.text }.map(entry)
  }

  func entry(_ id: String) -> SessionEntry {
    do throws(DeviceError) {
      let folder = try folder(id)
      if let record = try read(StoredName.record, in: folder, of: id) {
        return SessionEntry(id: id, state: .ended, record: record, problem: nil)
      }
      let isLive = try DeviceError.storing("look at the session's lock", at: path + "/" + id) {
        () throws(SystemError) in try FileLock.isHeld(StoredName.lock, in: folder)
      }
      return SessionEntry(
        id: id, state: isLive ? .live : .abandoned,
        record: try read(StoredName.draft, in: folder, of: id), problem: nil)
    } catch {
      return SessionEntry(id: id, state: .abandoned, record: nil, problem: error)
    }
  }

  /// Finds a session by its identifier, or by a part of it that no other has.
  ///
  /// - Parameter text: The identifier, a part of it, or `last`.
  /// - Throws: `DeviceError` with `sessionNotFound` for none or several.
  public func find(_ text: String) throws(DeviceError) -> SessionEntry {
    let names = try DeviceError.storing("list the sessions", at: path) { () throws(SystemError) in
      try directory.names()
    }.compactMap(\.text).filter { !$0.hasPrefix(".") }
    if names.contains(text) { return entry(text) }
    if text == "last", let last = names.last { return entry(last) }
    let matches = text.isEmpty ? [] : names.filter { $0.contains(text) }
    guard let match = matches.first, matches.count == 1 else {
      throw DeviceError(
        .sessionNotFound,
        message: matches.isEmpty
          ? "no session is called “\(text)”" : "“\(text)” fits \(matches.count) sessions",
        fix: "see `lockhost sessions list`")
    }
    return entry(match)
  }

  /// Reads the record of a session that ended.
  ///
  /// - Throws: `DeviceError` with `sessionNotFound`, `sessionLive`, `recordCorrupt`.
  public func record(of text: String) throws(DeviceError) -> ExitRecord {
    let entry = try find(text)
    if let problem = entry.problem { throw problem }
    guard entry.state == .ended, let record = entry.record else {
      throw DeviceError(
        .sessionLive, path: path + "/" + entry.id,
        message: entry.state == .live
          ? "the session has no record yet: it is still running"
          : "the session has no record yet: its host died",
        fix: entry.state == .live ? "wait for its end" : "any other launch finishes it")
    }
    return record
  }

  /// Opens a session's folder.
  func folder(_ id: String) throws(DeviceError) -> Directory {
    let name = try StoredName.folder(id, naming: "session")
    return try DeviceError.storing("open the session's folder", at: path + "/" + id) {
      () throws(SystemError) in try directory.directory(name)
    }
  }

  /// Reads a record or a draft; `nil` if there is none.
  func read(
    _ name: FileName, in folder: Directory, of id: String
  ) throws(DeviceError) -> ExitRecord? {
    let file = "\(path)/\(id)/\(name)"
    let bytes: [UInt8]
    do {
      bytes = try AtomicFile.read(name, in: folder, maximumBytes: Self.recordLimit)
    } catch let error where error.code == ENOENT {
      return nil
    } catch {
      throw .store(error, path: file, doing: "read the session's record")
    }
    do {
      return try StoredJSON.decode(ExitRecord.self, from: bytes)
    } catch {
      throw DeviceError(
        .recordCorrupt, path: file, message: DeviceStore.reason(error),
        fix: "remove the session's folder if it is of no use")
    }
  }

  /// Takes a name that was put together here.
  static func name(_ text: String) throws(DeviceError) -> FileName {
    guard let name = FileName(text) else {
      throw DeviceError(
        .nameInvalid, message: "“\(text)” cannot name a file",
        fix: "report this as a bug in lockhost")
    }
    return name
  }
}
