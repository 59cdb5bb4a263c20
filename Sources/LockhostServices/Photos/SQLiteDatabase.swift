// SPDX-License-Identifier: MIT

import CSQLite

/// One connection to a SQLite database; used by one thread at a time, which its owner sees to.
@safe final class SQLiteDatabase {
  /// A value that is bound to a statement or read from a row.
  enum Value: Hashable {
    case integer(Int)
    case real(Double)
    case text(String)
    case null
  }

  private let connection: OpaquePointer
  /// Whether nothing can be written, and nobody else writes.
  let isImmutable: Bool

  /// Opens a database file, making it if there is none.
  ///
  /// Another process that writes is waited for, up to five seconds.
  ///
  /// - Throws: `SQLiteError`.
  convenience init(path: String) throws(SQLiteError) {
    try self.init(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, isImmutable: false)
  }

  /// Opens a database file that cannot be written, for reading.
  ///
  /// Nothing is locked, and no file is made beside it: what is in a write-ahead log is not seen.
  ///
  /// - Throws: `SQLiteError`.
  convenience init(immutable path: String) throws(SQLiteError) {
    let escaped = path.utf8.map { byte in
      // What has a meaning in a URI, and whatever is not plain.
      switch byte {
      case 0x2D...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    try self.init(
      "file:" + escaped.joined() + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI,
      isImmutable: true)
  }

  private init(_ name: String, _ mode: Int32, isImmutable: Bool) throws(SQLiteError) {
    var opened: OpaquePointer?
    let flags = mode | SQLITE_OPEN_FULLMUTEX
    self.isImmutable = isImmutable
    let result = unsafe sqlite3_open_v2(name, &opened, flags, nil)
    guard result == SQLITE_OK, let connection = unsafe opened else {
      let error = unsafe SQLiteError(
        code: result, message: String(cString: sqlite3_errstr(result)), action: "open")
      unsafe sqlite3_close_v2(opened)
      throw error
    }
    unsafe self.connection = connection
    unsafe sqlite3_extended_result_codes(connection, 1)
    unsafe sqlite3_busy_timeout(connection, 5000)
  }

  deinit { unsafe sqlite3_close_v2(connection) }

  /// Runs one statement and reads all of its rows.
  ///
  /// - Throws: `SQLiteError`.
  @discardableResult
  func run(_ sql: String, _ values: [Value] = []) throws(SQLiteError) -> [[Value]] {
    var prepared: OpaquePointer?
    try check(unsafe sqlite3_prepare_v2(connection, sql, -1, &prepared, nil), sql)
    guard let statement = unsafe prepared else { return [] }
    defer { unsafe sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() {
      try check(unsafe bind(value, to: statement, at: Int32(index + 1)), sql)
    }
    var rows: [[Value]] = []
    while true {
      let result = unsafe sqlite3_step(statement)
      switch result {
      case SQLITE_ROW:
        let count = unsafe sqlite3_column_count(statement)
        rows.append((0..<count).map { column in unsafe value(of: statement, at: column) })
      case SQLITE_DONE: return rows
      default: throw error(result, sql)
      }
    }
  }

  /// Runs statements that are either all done or not at all.
  ///
  /// - Throws: What `body` throws, after nothing was done; or `SQLiteError`.
  func transaction<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try run("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // The error to tell is the first; SQLite rolls back by itself when it can go no further.
      _ = try? run("ROLLBACK")
      throw error
    }
  }

  private func bind(_ value: Value, to statement: OpaquePointer, at index: Int32) -> Int32 {
    // SQLITE_TRANSIENT, a cast of -1: SQLite makes its own copy.
    let copying = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    return switch value {
    case .integer(let number): unsafe sqlite3_bind_int64(statement, index, Int64(number))
    case .real(let number): unsafe sqlite3_bind_double(statement, index, number)
    case .text(let text):
      unsafe sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), copying)
    case .null: unsafe sqlite3_bind_null(statement, index)
    }
  }

  private func value(of statement: OpaquePointer, at column: Int32) -> Value {
    switch unsafe sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(Int(unsafe sqlite3_column_int64(statement, column)))
    case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      guard let text = unsafe sqlite3_column_text(statement, column) else { return .null }
      return .text(unsafe String(cString: text))
    default: return .null
    }
  }

  private func check(_ result: Int32, _ action: String) throws(SQLiteError) {
    guard result == SQLITE_OK else { throw error(result, action) }
  }

  private func error(_ code: Int32, _ action: String) -> SQLiteError {
    unsafe SQLiteError(
      code: code, message: String(cString: sqlite3_errmsg(connection)), action: action)
  }
}

extension SQLiteDatabase.Value {
  /// The number, when it is a whole one.
  var integer: Int? { if case .integer(let number) = self { number } else { nil } }

  /// The number, when it is one.
  var real: Double? {
    switch self {
    case .real(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }

  /// The text, when it is one.
  var text: String? { if case .text(let text) = self { text } else { nil } }
}
