// SPDX-License-Identifier: MIT

/// What SQLite said.
struct SQLiteError: Error, Hashable, CustomStringConvertible {
  /// The extended result code.
  let code: Int32
  /// SQLite's words for it.
  let message: String
  /// What was being done.
  let action: String

  var description: String { "\(action): \(message) (SQLite \(code))" }
}
