// SPDX-License-Identifier: MIT

import Glibc

/// What the kernel says of a file that changes whenever somebody changes the file.
///
/// Two equal stamps mean that nobody has written to it, replaced it, given it away or changed its mode
/// in between; of a directory, that no entry has come, gone or been renamed. The time of change is the
/// kernel's own and cannot be set by a program. What is written through a mapping that was writable
/// already has no time until the kernel writes it out.
public struct FileStamp: Hashable, Sendable {
  /// Which file it is.
  public let identity: FileIdentity
  /// Kind and permissions.
  private let mode: UInt32
  private let user: UInt32
  private let group: UInt32
  private let size: Int64
  /// Nanoseconds since 1970.
  private let modified: Int64
  private let changed: Int64

  /// How long ago a file must have changed before a stamp tells its states apart: file systems note
  /// times in steps.
  ///
  /// A time between two seconds is from a file system with steps of the kernel's clock or smaller ones,
  /// ten milliseconds at the most; the coarsest in use are of two seconds.
  private var step: Int64 { changed % 1_000_000_000 == 0 ? 2_000_000_000 : 100_000_000 }

  /// Looks at a file by its path.
  ///
  /// Wraps `stat(2)` or `lstat(2)`.
  ///
  /// - Throws: `SystemError` with `ENOENT`, `EACCES`, `ENOTDIR`.
  public init(of path: String, followingLinks: Bool = false) throws(SystemError) {
    var facts = stat()
    guard (followingLinks ? stat(path, &facts) : lstat(path, &facts)) == 0 else {
      throw .last(followingLinks ? "stat(2)" : "lstat(2)")
    }
    identity = FileIdentity(device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino))
    mode = facts.st_mode
    user = facts.st_uid
    group = facts.st_gid
    size = Int64(facts.st_size)
    modified = Self.nanoseconds(facts.st_mtim)
    changed = Self.nanoseconds(facts.st_ctim)
  }

  /// Whether it is a plain file.
  public var isFile: Bool { mode & S_IFMT == S_IFREG }

  /// Whether any later change will have another stamp: the last one is long enough ago.
  public var isSettled: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Self.nanoseconds(now) - changed > step
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    let (seconds, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : seconds &+ Int64(time.tv_nsec)
  }
}
