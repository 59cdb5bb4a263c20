// SPDX-License-Identifier: MIT

import Glibc
public import LockhostSystem

/// The sessions that run now, and the way to the processes that run them.
extension SessionStore {
  /// The sessions whose locks are held, the oldest first.
  ///
  /// Looks at the unfinished ones only, however many have ended.
  public func live() throws(DeviceError) -> [SessionEntry] {
    let names = try DeviceError.storing("look for running sessions", at: path) {
      () throws(SystemError) in try unfinished.names()
    }
    return names.compactMap(\.text).filter { (try? directory.contains(Self.name($0))) == true }
      .map(entry).filter { $0.state == .live }.sorted { $0.id < $1.id }
  }

  /// Whether a session of this identifier runs now.
  public func isLive(_ id: String) -> Bool {
    guard let name = try? StoredName.folder(id, naming: "session"),
      (try? directory.contains(name)) == true
    else { return false }
    return entry(id).state == .live
  }

  /// Connects to the process that runs a session.
  ///
  /// - Returns: `nil` when nobody listens there: the session is over, or just beginning or ending.
  /// - Throws: `DeviceError` with `nameInvalid` or `storeUnreadable`.
  public func connect(to id: String) throws(DeviceError) -> PacketSocket? {
    let folder = try folder(id)
    return try DeviceError.storing("connect to the session", at: path + "/" + id) {
      () throws(SystemError) -> PacketSocket? in
      do throws(SystemError) {
        return try PacketSocket.connect(to: StoredName.control, in: folder)
      } catch {
        guard [ENOENT, ECONNREFUSED, ENOTSOCK].contains(error.code) else { throw error }
        return nil
      }
    }
  }
}

extension SessionFolder {
  /// Listens for other processes of this user that have something to say to the session.
  ///
  /// The socket lies beside the content, where no guest sees it; ``finish(_:)`` removes it.
  ///
  /// - Returns: Nil when the session is over. Not to be called while ``finish(_:)`` is.
  public func listen() throws(DeviceError) -> PacketListener? {
    guard !isFinished else { return nil }
    return try DeviceError.storing("listen for other processes", at: path) {
      () throws(SystemError) in
      try PacketListener.listen(at: StoredName.control, in: directory)
    }
  }

  /// Stores the report of a crash beside the record.
  ///
  /// - Returns: Its path.
  public func keep(_ report: CrashReport) throws(DeviceError) -> String {
    let file = path + "/crash.json"
    return try DeviceError.storing("write the crash report", at: file) { () throws(SystemError) in
      guard let bytes = try? StoredJSON.encode(report, pretty: true) else {
        throw SystemError(call: "write(2)", code: EINVAL)
      }
      try AtomicFile.write(bytes, to: StoredName.crash, in: directory)
      return file
    }
  }
}

extension SessionStore {
  /// Reads the report of a session's crash; `nil` if there is none.
  public func crashReport(of id: String) throws(DeviceError) -> CrashReport? {
    let file = "\(path)/\(id)/crash.json"
    let folder = try folder(id)
    let bytes: [UInt8]
    do {
      bytes = try AtomicFile.read(StoredName.crash, in: folder, maximumBytes: 4 << 20)
    } catch let error where error.code == ENOENT {
      return nil
    } catch {
      throw .store(error, path: file, doing: "read the crash report")
    }
    do {
      return try StoredJSON.decode(CrashReport.self, from: bytes)
    } catch {
      throw DeviceError(
        .recordCorrupt, path: file, message: DeviceStore.reason(error),
        fix: "remove the file if it is of no use")
    }
  }
}
