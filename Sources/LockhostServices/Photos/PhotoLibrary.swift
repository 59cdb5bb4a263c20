// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem
import Synchronization

/// The device's photos and videos: a SQLite database and one file for each asset.
///
/// A file is written beside its place, synced and renamed before its row is written. A crash at any
/// moment so leaves a file without a row, which the next start removes, and never a row without a
/// file. Several processes may use one library. All methods block; none may be called on a loop.
package final class PhotoLibrary: Sendable {
  private struct Storage {
    let database: SQLiteDatabase
  }

  /// The folder of the library.
  package let path: String
  private let folder: Directory
  private let content: Directory
  private let storage: Mutex<Storage>
  /// Which files the database and the content were when they were opened.
  private let identities: [FileIdentity]

  static let contentName = FileName(literal: "content")
  static let lockName = FileName(literal: "lock")
  private static let columns =
    "identifier, file, bytes, type, mediaType, width, height, created, session, filename"

  /// Opens a library, making it if there is none, and removes what a crash has left.
  ///
  /// One whose database is damaged is set aside, photos and all, and the error says where: the next
  /// call then makes an empty one. Nothing is lost, and nothing is begun anew in silence.
  ///
  /// - Parameter path: The absolute path of its folder, whose parent must exist.
  /// - Throws: `ServiceError` with `libraryUnusable`, `libraryFull`, `libraryDamaged` or
  ///   `libraryFromTheFuture`.
  package init(path: String) throws(ServiceError) {
    self.path = path
    do throws(SystemError) {
      folder = try Self.open(path)
      content = try folder.directory(Self.contentName, creating: 0o700)
    } catch {
      throw .library(.libraryUnusable, path, error)
    }
    let version: Int
    do throws(SQLiteError) {
      let database: SQLiteDatabase
      (database, version) = try Self.database(at: path, content)
      storage = Mutex(Storage(database: database))
    } catch {
      guard error.isDamage else { throw .library(.libraryUnusable, path, error) }
      throw Self.setAside(path, folder, because: error)
    }
    do throws(SystemError) {
      identities = try Self.identities(at: path)
    } catch {
      throw .library(.libraryUnusable, path, error)
    }
    guard version <= PhotoSchema.version else {
      throw ServiceError(
        .libraryFromTheFuture, path,
        "its version is \(version), this lockhost knows \(PhotoSchema.version)")
    }
    // Where nothing can be written, a library can still be looked at.
    if !storage.withLock({ $0.database.isImmutable }) { try collectGarbage() }
  }

  /// Whether its path still leads to what was opened, so that others see what is added here.
  package var isInPlace: Bool { (try? Self.identities(at: path)) == identities }

  /// Adds assets, all or none.
  ///
  /// When it returns, they survive a crash of the machine.
  ///
  /// - Throws: `ServiceError` with `resourceRefused`, `fileTooLarge`, `libraryFull` or
  ///   `libraryWriteFailed`.
  package func add(_ assets: [NewAsset], session: String) throws(ServiceError) -> [PhotoRecord] {
    // Everything is judged before anything is written.
    var judged: [(asset: NewAsset, content: PhotoContent)] = []
    for asset in assets {
      judged.append(
        (
          asset,
          try PhotoContent(
            judging: asset.bytes, claimed: asset.mediaType, claimedType: asset.claimedType,
            name: asset.filename ?? "the resource")
        ))
    }
    let lock = try lock(waiting: true)
    defer { withExtendedLifetime(lock) {} }
    var records: [PhotoRecord] = []
    do throws(ServiceError) {
      for (asset, content) in judged {
        records.append(try write(asset, content, session: session))
      }
      try insert(records)
      return records
    } catch {
      // Files without rows; if one stays, the next start removes it.
      for record in records {
        if let name = FileName(fileName(of: record)) { _ = try? content.unlink(name) }
      }
      throw error
    }
  }

  /// Lists the library, oldest first.
  ///
  /// - Parameter session: Only what this session added.
  /// - Throws: `ServiceError` with `libraryUnusable`.
  package func records(session: String? = nil) throws(ServiceError) -> [PhotoRecord] {
    let rows = try read(
      "SELECT \(Self.columns) FROM assets"
        + (session == nil ? "" : " WHERE session = ?") + " ORDER BY added, rowid",
      session.map { [.text($0)] } ?? [])
    return rows.compactMap { PhotoRecord(row: $0, folder: contentPath) }
  }

  /// Finds one asset.
  ///
  /// - Parameter identifier: The identifier, or as much of its beginning as no other has.
  /// - Throws: `ServiceError` with `noSuchAsset` or `libraryUnusable`.
  package func record(_ identifier: String) throws(ServiceError) -> PhotoRecord {
    // All that an identifier is made of is in capitals.
    let beginning = identifier.uppercased()
    let rows = try read(
      "SELECT \(Self.columns) FROM assets WHERE substr(identifier, 1, length(?1)) = ?1 LIMIT 2",
      [.text(beginning)])
    let records = rows.compactMap { PhotoRecord(row: $0, folder: contentPath) }
    guard let record = records.first, !beginning.isEmpty else {
      throw ServiceError(.noSuchAsset, identifier)
    }
    guard records.count == 1 else {
      throw ServiceError(.noSuchAsset, identifier, "more than one begins like that")
    }
    return record
  }

  /// Reads an asset's file.
  ///
  /// - Throws: `ServiceError` with `libraryUnusable`.
  package func content(of record: PhotoRecord) throws(ServiceError) -> [UInt8] {
    do throws(SystemError) {
      guard let name = FileName(fileName(of: record)) else {
        throw SystemError(call: "openat(2)", code: EINVAL)
      }
      return try AtomicFile.read(
        name, in: content, maximumBytes: ImageLimits.standard.maximumFileBytes)
    } catch {
      throw .library(.libraryUnusable, path, error)
    }
  }

  /// Removes assets, all or none.
  ///
  /// Rows go first, in one transaction: a crash leaves files without rows, which the next start
  /// removes.
  ///
  /// - Throws: `ServiceError` with `libraryWriteFailed` or `libraryFull`.
  package func remove(_ records: [PhotoRecord]) throws(ServiceError) {
    let lock = try lock(waiting: true)
    defer { withExtendedLifetime(lock) {} }
    do throws(SQLiteError) {
      try storage.withLock { (storage) throws(SQLiteError) in
        let database = storage.database
        try database.transaction { () throws(SQLiteError) in
          for record in records {
            try database.run(
              "DELETE FROM assets WHERE identifier = ?", [.text(record.identifier)])
          }
        }
      }
    } catch {
      throw .library(.libraryWriteFailed, path, error)
    }
    for record in records {
      guard let name = FileName(fileName(of: record)) else { continue }
      // One that stays has no row any more.
      _ = try? content.unlink(name)
    }
  }

  /// Copies an asset's file into a folder, under a name that people recognise.
  ///
  /// - Parameter folder: An existing folder. A file that is there already is never touched; one with
  ///   the same content counts as exported.
  /// - Returns: The path of the copy.
  /// - Throws: `ServiceError` with `exportFailed`.
  package func export(_ record: PhotoRecord, to folder: String) throws(ServiceError) -> String {
    let name = exportName(of: record)
    let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
    let bytes: [UInt8]
    do throws(ServiceError) {
      bytes = try content(of: record)
    } catch {
      throw ServiceError(
        .exportFailed, record.path, "the library's own file cannot be read", cause: error.cause)
    }
    do throws(SystemError) {
      let target = try Directory.open(path: folder)
      guard let copy = FileName(name) else {
        throw SystemError(call: "openat(2)", code: EINVAL)
      }
      do throws(SystemError) {
        let file = try target.makeFile(copy, permissions: 0o644)
        do throws(SystemError) {
          try file.writeAll(bytes)
        } catch {
          // Half a photo would be in the way of the next export, and look like one.
          _ = try? target.unlink(copy)
          throw error
        }
      } catch let error where error.code == EEXIST {
        // What an earlier export has left is as good; anything else is not touched.
        let limit = ImageLimits.standard.maximumFileBytes
        guard try AtomicFile.read(copy, in: target, maximumBytes: limit) == bytes else {
          throw error
        }
      }
    } catch {
      throw ServiceError(.exportFailed, path, cause: error)
    }
    return path
  }
}

extension PhotoLibrary {
  private var contentPath: String { path + "/content" }

  private static func identities(at path: String) throws(SystemError) -> [FileIdentity] {
    [
      try FileStamp(of: path + "/library.sqlite").identity,
      try FileStamp(of: path + "/content").identity,
    ]
  }

  private static func open(_ path: String) throws(SystemError) -> Directory {
    let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let slash = trimmed.lastIndex(of: "/"),
      let name = FileName(String(trimmed[trimmed.index(after: slash)...]))
    else { return try Directory.open(path: path) }
    let parent = slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    return try Directory.open(path: parent).directory(name, creating: 0o700)
  }

  /// Keeps two writers apart, and a collector from what a writer has not finished.
  private func lock(waiting: Bool) throws(ServiceError) -> FileLock? {
    do throws(SystemError) {
      return try FileLock.take(Self.lockName, in: folder, waiting: waiting)
    } catch {
      throw .library(.libraryWriteFailed, path, error)
    }
  }

  private func write(
    _ asset: NewAsset, _ found: PhotoContent, session: String
  ) throws(ServiceError) -> PhotoRecord {
    let uuid = PhotoIdentifier.random()
    let file = "\(uuid).\(found.fileExtension)"
    let created = asset.created ?? PhotoTime.now.secondsSince1970
    do throws(SystemError) {
      guard let name = FileName(file) else { throw SystemError(call: "openat(2)", code: EINVAL) }
      try AtomicFile.write(asset.bytes, to: name, in: content)
    } catch {
      throw .library(.libraryWriteFailed, path, error)
    }
    return PhotoRecord(
      identifier: "\(uuid)/L0/001", path: "\(contentPath)/\(file)", bytes: asset.bytes.count,
      type: found.type, mediaType: found.mediaType, width: found.width, height: found.height,
      created: created, session: session, originalFilename: asset.filename)
  }

  private func insert(_ records: [PhotoRecord]) throws(ServiceError) {
    let now = PhotoTime.now.secondsSince1970
    do throws(SQLiteError) {
      try storage.withLock { (storage) throws(SQLiteError) in
        let database = storage.database
        try database.transaction { () throws(SQLiteError) in
          for record in records {
            try database.run(
              "INSERT INTO assets (\(Self.columns), added) VALUES (?,?,?,?,?,?,?,?,?,?,?)",
              record.row(file: fileName(of: record)) + [.real(now)])
          }
        }
      }
    } catch {
      throw .library(.libraryWriteFailed, path, error)
    }
  }

  private func read(
    _ sql: String, _ values: [SQLiteDatabase.Value]
  ) throws(ServiceError) -> [[SQLiteDatabase.Value]] {
    do throws(SQLiteError) {
      return try storage.withLock { (storage) throws(SQLiteError) in
        try storage.database.run(sql, values)
      }
    } catch {
      throw .library(.libraryUnusable, path, error)
    }
  }

  /// Removes files that no row names; not while somebody writes, who would lose his.
  private func collectGarbage() throws(ServiceError) {
    guard let lock = try lock(waiting: false) else { return }
    defer { withExtendedLifetime(lock) {} }
    let rows = try read("SELECT file FROM assets", [])
    let known = Set(rows.compactMap { $0.first?.text })
    do throws(SystemError) {
      for name in try content.names(limit: .max) where !known.contains(name.text ?? "") {
        try content.unlink(name)
      }
    } catch {
      throw .library(.libraryUnusable, contentPath, error)
    }
  }

  private func fileName(of record: PhotoRecord) -> String {
    String(record.path.dropFirst(contentPath.count + 1))
  }

  private func exportName(of record: PhotoRecord) -> String {
    String(record.identifier.prefix { $0 != "/" }) + "."
      + (fileName(of: record).split(separator: ".").last.map(String.init) ?? "bin")
  }
}
