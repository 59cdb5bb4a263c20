// SPDX-License-Identifier: MIT

import CSQLite
import Glibc
import LockhostDevice
import LockhostSystem

/// What is done about a library whose database cannot be read any more.
extension PhotoLibrary {
  /// All that is one library; what has not reached the database yet goes before it, since to another
  /// database it is poison.
  private static let names = [
    FileName(literal: "library.sqlite-wal"), FileName(literal: "library.sqlite-shm"),
    FileName(literal: "library.sqlite"), contentName,
  ]

  /// Opens the database, and reads all of its rows once; for reading alone where nothing can be written.
  static func database(
    at path: String, _ content: Directory
  ) throws(SQLiteError) -> (SQLiteDatabase, version: Int) {
    let (database, version) = try opened(path + "/library.sqlite", at: path, content)
    if version <= PhotoSchema.version {
      // The table itself: one of its indexes may be whole where it is not.
      try database.run("SELECT sum(bytes) FROM assets NOT INDEXED")
    }
    return (database, version)
  }

  private static func opened(
    _ file: String, at path: String, _ content: Directory
  ) throws(SQLiteError) -> (SQLiteDatabase, version: Int) {
    do throws(SQLiteError) {
      let database = try SQLiteDatabase(path: file)
      // A folder that cannot be looked into may hold photos.
      let found = try PhotoSchema.migrate(database) { (try? content.isEmpty()) ?? false }
      return (database, found)
    } catch {
      guard error.isRefusedWrite, isReadOnly(path) else { throw error }
      let database = try SQLiteDatabase(immutable: file)
      return (database, try PhotoSchema.version(of: database))
    }
  }

  /// Whether nothing can be written in a folder, and what was written reached the database.
  private static func isReadOnly(_ path: String) -> Bool {
    guard unsafe access(path, W_OK) != 0 else { return false }
    var log = stat()
    return unsafe stat(path + "/library.sqlite-wal", &log) != 0 || log.st_size == 0
  }

  /// Moves the database and the photos into a folder of their own.
  ///
  /// A crash in the middle leaves photos without a database, which the next start sets aside too.
  ///
  /// - Returns: The error to throw.
  static func setAside(
    _ path: String, _ folder: Directory, because error: SQLiteError
  ) -> ServiceError {
    let aside = "damaged-" + StoredTime.currentName
    do throws(SystemError) {
      let lock = try FileLock.take(lockName, in: folder, waiting: true)
      defer { withExtendedLifetime(lock) {} }
      // Another process may have been here meanwhile.
      let content = try folder.directory(contentName, creating: 0o700)
      if (try? database(at: path, content)) != nil {
        return .library(.libraryDamaged, path, error)
      }
      guard let name = FileName(aside) else { throw SystemError(call: "mkdirat(2)", code: EINVAL) }
      try folder.makeDirectory(name, permissions: 0o700)
      let target = try folder.directory(name)
      for name in names where try folder.contains(name) {
        try folder.move(name, to: target, as: name, replacing: false)
      }
      try folder.synchronize()
    } catch {
      return .library(.libraryUnusable, path, error)
    }
    return ServiceError(
      .libraryDamaged, path, "\(error); it was set aside, with its photos, as \(aside)")
  }
}
