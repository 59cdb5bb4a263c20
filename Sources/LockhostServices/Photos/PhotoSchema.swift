// SPDX-License-Identifier: MIT

import CSQLite

/// The photo library's tables, and the way from an older version to this one.
enum PhotoSchema {
  /// What `PRAGMA user_version` says of a library that this lockhost writes.
  static let version = 1

  private static let steps = [
    """
    CREATE TABLE assets (
      identifier TEXT PRIMARY KEY,
      file TEXT NOT NULL UNIQUE,
      bytes INTEGER NOT NULL CHECK (bytes > 0),
      type TEXT NOT NULL,
      mediaType TEXT NOT NULL CHECK (mediaType IN ('image', 'video')),
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      created REAL NOT NULL,
      added REAL NOT NULL,
      session TEXT NOT NULL,
      filename TEXT
    ) STRICT
    """
  ]

  /// The version of a database; 0 for an empty one.
  static func version(of database: SQLiteDatabase) throws(SQLiteError) -> Int {
    try database.run("PRAGMA user_version").first?.first?.integer ?? 0
  }

  /// Brings a database to this version.
  ///
  /// - Parameter mayBegin: Whether there may be a library that has no database yet; asked while no
  ///   other process can make one.
  /// - Returns: The version that was found.
  /// - Throws: `SQLiteError`; one that is damage for an empty database where none may begin. A version
  ///   from the future is left as it is.
  static func migrate(
    _ database: SQLiteDatabase, mayBegin: () -> Bool
  ) throws(SQLiteError) -> Int {
    try database.run("PRAGMA journal_mode = WAL")
    try database.run("PRAGMA synchronous = FULL")
    return try database.transaction { () throws(SQLiteError) in
      let found = try version(of: database)
      guard found < version else { return found }
      guard found > 0 || mayBegin() else {
        throw SQLiteError(
          code: SQLITE_CORRUPT, message: "it is empty, and there are photos", action: "open")
      }
      for step in steps[max(0, found)...] { try database.run(step) }
      try database.run("PRAGMA user_version = \(version)")
      return found
    }
  }
}
