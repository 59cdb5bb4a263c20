// SPDX-License-Identifier: MIT

import CSQLite
import Glibc
import LockhostSystem

extension ServiceError {
  /// Says what a refused call on the library means: a full disk is told as one.
  static func library(_ code: Code, _ path: String, _ cause: SystemError) -> ServiceError {
    let isFull = cause.code == ENOSPC || cause.code == EDQUOT
    return ServiceError(isFull ? .libraryFull : code, path, cause: cause)
  }

  /// Says what SQLite's refusal means.
  ///
  /// SQLite tells a full disk as `SQLITE_FULL` when a write failed, but as an I/O error when it could
  /// not make room for what it maps into memory, or as a file that it cannot open.
  static func library(_ code: Code, _ path: String, _ error: SQLiteError) -> ServiceError {
    let isFull =
      switch error.code & 0xFF {
      case SQLITE_FULL: true
      case SQLITE_IOERR, SQLITE_CANTOPEN: hasNoSpace(at: path)
      default: false
      }
    let other = error.isDamage ? .libraryDamaged : code
    return ServiceError(isFull ? .libraryFull : other, path, "\(error)")
  }

  /// Less than this, in bytes, and SQLite cannot work: its shared index alone takes 32 KiB.
  private static let leastSpace: UInt64 = 128 << 10

  /// Whether the file system of a folder has no room, for bytes or for files.
  private static func hasNoSpace(at path: String) -> Bool {
    var facts = statvfs()
    guard unsafe statvfs(path, &facts) == 0 else { return false }
    let (bytes, overflow) = UInt64(facts.f_bavail).multipliedReportingOverflow(
      by: UInt64(facts.f_frsize))
    return !overflow && bytes < leastSpace || facts.f_files > 0 && facts.f_favail == 0
  }
}
