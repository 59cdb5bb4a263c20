// SPDX-License-Identifier: MIT

import Glibc
public import LockhostSystem
import Synchronization

/// The folder of one session, for as long as the session lives; it holds the session's lock.
///
/// The order at the end is: tree dead, ``wipeContainer()``, ``handOver(to:)``, ``store(_:)``,
/// ``tidy()``. A crash between any two of them is finished by the next start.
public final class SessionFolder: Sendable {
  /// The session's identifier: `20260518-101530-8f3a2c1d`.
  public let id: String
  /// The session's folder.
  public let path: String
  /// Which folder the guest's session content is.
  ///
  /// Whoever binds it into a sandbox compares.
  public let contentIdentity: FileIdentity
  /// The user and group on the host that the guest is mapped to, when lockhost runs as root.
  public var userIdentifier: UInt32? { claim?.identifier }
  /// The folder that the guest's session content is written to.
  public var contentPath: String { path + "/content" }

  /// The session's lock.
  ///
  /// A copy of it in the sandbox's first process keeps the session from being collected before that
  /// process is gone.
  public var lockDescriptor: SharedDescriptor { lock.descriptor }

  /// How long records mostly are.
  private static let usualRecord = 6000

  let directory: Directory
  let marker: SessionMarker
  private let lock: FileLock
  private let claim: UserPool.Claim?
  private let claims: Directory
  private let draft: Mutex<ExitRecord>
  private let isOver = Atomic<Bool>(false)

  init(
    id: String, path: String, directory: Directory, marker: SessionMarker, lock: FileLock,
    contentIdentity: FileIdentity, claim: UserPool.Claim?, claims: Directory, draft: ExitRecord
  ) {
    self.id = id
    self.path = path
    self.directory = directory
    self.marker = marker
    self.lock = lock
    self.contentIdentity = contentIdentity
    self.claim = claim
    self.claims = claims
    self.draft = Mutex(draft)
  }

  init(
    id: String, path: String, prepared: PreparedSession, marker: SessionMarker, draft: ExitRecord
  ) {
    self.id = id
    self.path = path
    directory = prepared.directory
    self.marker = marker
    lock = prepared.lock
    contentIdentity = prepared.contentIdentity
    claim = prepared.claim
    claims = prepared.claims
    self.draft = Mutex(draft)
  }

  /// Whether the record is being written, or is.
  var isFinished: Bool { isOver.load(ordering: .acquiring) }

  /// What is known of the session so far.
  public var record: ExitRecord { draft.withLock { $0 } }

  /// Notes what is known so far, for the record that the next start writes if this host dies.
  ///
  /// Does not wait for the disk: it survives this process, not the machine. Does nothing once the
  /// session is over; whoever calls it from several threads sees to it that ``finish(_:)`` is not
  /// called meanwhile.
  public func note(_ record: ExitRecord) throws(DeviceError) {
    guard !isFinished else { return }
    draft.withLock { $0 = record }
    try DeviceError.storing("write the session's draft", at: path) { () throws(SystemError) in
      try storeDraft()
    }
  }

  func storeDraft() throws(SystemError) {
    guard let bytes = try? StoredJSON.encode(record, pretty: false) else {
      throw SystemError(call: "write(2)", code: EINVAL)
    }
    try AtomicFile.write(bytes, to: StoredName.draft, in: directory, waitsForDisk: false)
  }

  /// Makes a container on the disk, for a tier that has no file system in memory.
  ///
  /// - Returns: Its path. It belongs to the guest's user.
  public func makeContainer() throws(DeviceError) -> String {
    let container = path + "/container"
    return try DeviceError.storing("make the container", at: container) {
      () throws(SystemError) in
      let made = try directory.directory(StoredName.container, creating: 0o700)
      if let userIdentifier { try made.give(to: userIdentifier) }
      return container
    }
  }

  /// Empties the session content, as the guest asked.
  ///
  /// - Returns: How many files were removed.
  /// - Throws: `DeviceError` with `wipeIncomplete` when something stayed.
  public func emptyContent() throws(DeviceError) -> Int {
    let removal = try DeviceError.storing("empty the session content", at: contentPath) {
      () throws(SystemError) in
      try DirectoryTree.removeContents(of: try openContent())
    }
    try Self.check(removal, path: contentPath)
    return removal.files
  }

  /// Removes the container on the disk, if one was made, and looks whether it is gone.
  ///
  /// - Returns: What it held; `nil` if none was made.
  /// - Throws: `DeviceError` with `wipeIncomplete`, which names what stayed.
  public func wipeContainer() throws(DeviceError) -> DirectoryTree.Removal? {
    let container = path + "/container"
    let removal = try DeviceError.storing("wipe the container", at: container) {
      () throws(SystemError) -> DirectoryTree.Removal? in
      guard try directory.contains(StoredName.container) else { return nil }
      return try DirectoryTree.remove(StoredName.container, in: directory)
    }
    if let removal { try Self.check(removal, path: container) }
    return removal
  }

  /// Moves the session content into the app's container.
  ///
  /// Call it when the guest's tree is dead.
  ///
  /// Sorts out what may not arrive, gives the rest to the app, waits for the disk, and renames the
  /// whole folder: at every moment it is either the session's or the app's, whole.
  ///
  /// - Returns: What arrived, and what did not. Handing over twice brings nothing the second time.
  /// - Throws: `DeviceError` with `handOverFailed`, `storeFull`: the content is then kept here, and
  ///   the next start tries again.
  public func handOver(to container: AppContainer) throws(DeviceError) -> HandOverReport {
    try HandOver(session: self, container: container).run()
  }

  /// Stores the record, and tidies up.
  public func finish(_ record: ExitRecord) throws(DeviceError) {
    try store(record)
    try tidy()
  }

  /// Brings to the disk what the record will need there, so that ``store(_:)`` has less to wait for.
  ///
  /// Nobody need wait for this, or know that it failed.
  public func readyRecord() {
    guard !isFinished else { return }
    try? FileReserve.synchronize(StoredName.reserve, bytes: Self.usualRecord, in: directory)
  }

  /// Stores the record: once this returns it survives the machine.
  ///
  /// On a full disk it takes the room that was kept for it from the beginning.
  public func store(_ record: ExitRecord) throws(DeviceError) {
    isOver.store(true, ordering: .releasing)
    let file = path + "/record.json"
    let bytes: [UInt8]
    do {
      bytes = try StoredJSON.encode(record, pretty: true)
    } catch {
      throw DeviceError(
        .recordCorrupt, path: file, message: "the record cannot be written as JSON",
        fix: "report this as a bug in lockhost")
    }
    try DeviceError.storing("write the session's record", at: file) { () throws(SystemError) in
      do throws(SystemError) {
        let isWritten = try FileReserve.write(
          bytes, into: StoredName.reserve, as: StoredName.record, in: directory)
        guard !isWritten else { return }
        try AtomicFile.write(bytes, to: StoredName.record, in: directory)
      } catch {
        guard [ENOSPC, EDQUOT].contains(error.code) else { throw error }
        try directory.unlinkIfPresent(StoredName.reserve)
        try AtomicFile.write(bytes, to: StoredName.record, in: directory)
      }
    }
  }

  /// Removes what only a session that runs needs, and gives the lock and the user back.
  ///
  /// To be called when the record is stored. Nobody who wants that need wait for this: taking room on
  /// the disk back may take as long. A crash before its end is finished by the next start.
  public func tidy() throws(DeviceError) {
    try DeviceError.storing("tidy up the session's folder", at: path) { () throws(SystemError) in
      try FileReserve.trim(StoredName.record, in: directory)
      try directory.unlinkIfPresent(StoredName.reserve)
      try directory.unlinkIfPresent(StoredName.draft)
      try directory.unlinkIfPresent(StoredName.control)
      try directory.unlinkIfPresent(StoredName.lock)
      if let claim { try claims.unlinkIfPresent(claim.name) }
      // It is empty where nothing was left in it; where it is not, this is refused.
      try? directory.removeDirectory(StoredName.content)
      // What could not be handed over or wiped is tried again at the next start.
      let hasContent = try directory.contains(StoredName.content)
      let hasContainer = try directory.contains(StoredName.container)
      if !hasContent, !hasContainer { try marker.remove() }
    }
  }

  /// Opens the content folder, and makes sure that it is the one that was made.
  func openContent() throws(SystemError) -> Directory {
    let content = try DirectoryTree.openOwned(StoredName.content, in: directory)
    guard try content.facts().identity == contentIdentity else {
      throw SystemError(call: "openat2(2)", code: ESTALE)
    }
    return content
  }

  static func check(_ removal: DirectoryTree.Removal, path: String) throws(DeviceError) {
    guard !removal.isComplete else { return }
    let first = removal.leftovers.first
    throw DeviceError(
      .wipeIncomplete, path: path,
      message: "\(removal.leftoverCount) entries could not be removed, one of them "
        + "“\(first?.name.description ?? "?")”",
      fix: "see what holds them (a mount, an attribute), and remove the folder",
      cause: first?.error)
  }
}
