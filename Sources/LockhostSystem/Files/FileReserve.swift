// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// Room on the disk that is kept for a file, in a file of its own, until it becomes that file.
///
/// What is written so needs no new file and no new room, and so succeeds on a full disk, and sooner: a
/// file system may wait for the disk to make the one, or to take back the other.
public enum FileReserve {
  /// Makes an empty file with room.
  ///
  /// - Throws: `SystemError` with `ENOSPC` or `EDQUOT` when there is none.
  public static func make(
    _ name: FileName, bytes: Int, in directory: Directory
  ) throws(SystemError) {
    let file = try directory.makeFile(name, permissions: 0o600)
    if lh_keep_room(file.rawValue, bytes) == 0 { return }
    guard [EOPNOTSUPP, ENOSYS].contains(errno) else { throw .last("fallocate(2)") }
    // Such a file system has to be written to.
    let code = posix_fallocate(file.rawValue, 0, off_t(bytes))
    guard code == 0 else { throw SystemError(call: "posix_fallocate(3)", code: code) }
  }

  /// Waits until file, folder and room are on the disk, with zeros where the file's beginning will be.
  ///
  /// Whoever writes the file then has half as much to wait for.
  ///
  /// - Parameter bytes: How long a file mostly is.
  public static func synchronize(
    _ reserve: FileName, bytes: Int, in directory: Directory
  ) throws(SystemError) {
    guard let file = try open(reserve, in: directory) else { return }
    try file.writeAll([UInt8](repeating: 0, count: bytes))
    _ = try retryingInterrupts("fsync(2)") { fsync(file.rawValue) }
  }

  /// Writes a file into the room that was kept for it, and gives it its name, as
  /// ``AtomicFile/write(_:to:in:permissions:waitsForDisk:)`` does.
  ///
  /// Room that it does not need stays with it until ``trim(_:in:)``.
  ///
  /// - Returns: False when there is no reserve.
  /// - Throws: `SystemError` with `ENOSPC` or `EDQUOT` when it needs more than was kept, and the disk is
  ///   full. The old file is then untouched.
  public static func write(
    _ bytes: [UInt8], into reserve: FileName, as name: FileName, in directory: Directory
  ) throws(SystemError) -> Bool {
    guard let file = try open(reserve, in: directory) else { return false }
    try file.writeAll(bytes)
    if try FileFacts(of: file).size > bytes.count { try cut(file, to: bytes.count) }
    _ = try retryingInterrupts("fsync(2)") { fsync(file.rawValue) }
    try directory.move(reserve, to: directory, as: name, replacing: true)
    try directory.synchronize()
    return true
  }

  /// Gives back the room that a file was written with and does not need.
  public static func trim(_ name: FileName, in directory: Directory) throws(SystemError) {
    guard let file = try open(name, in: directory) else { return }
    try cut(file, to: try FileFacts(of: file).size)
  }

  private static func open(
    _ name: FileName, in directory: Directory
  ) throws(SystemError) -> SharedDescriptor? {
    do throws(SystemError) {
      return try directory.open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY)
    } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
  }

  private static func cut(_ file: SharedDescriptor, to bytes: Int) throws(SystemError) {
    _ = try retryingInterrupts("ftruncate(2)") { ftruncate(file.rawValue, bytes) }
  }
}
