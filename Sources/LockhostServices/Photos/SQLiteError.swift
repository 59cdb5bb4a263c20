// SPDX-License-Identifier: MIT

import CSQLite

/// What SQLite said.
struct SQLiteError: Error, Hashable, CustomStringConvertible {
  /// The extended result code.
  let code: Int32
  /// SQLite's words for it.
  let message: String
  /// What was being done.
  let action: String

  /// Whether it says that the file is no whole database, rather than that it cannot be reached.
  var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF) }

  /// Whether it may be due to a folder in which nothing can be written.
  var isRefusedWrite: Bool { [SQLITE_READONLY, SQLITE_CANTOPEN].contains(code & 0xFF) }

  var description: String { "\(action): \(message) (SQLite \(code))" }
}
