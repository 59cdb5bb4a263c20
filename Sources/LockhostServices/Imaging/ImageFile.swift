// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// Reads files that a person named, with a limit and without waiting.
enum ImageFile {
  /// Reads a whole regular file.
  ///
  /// Opened without waiting, so that a FIFO or a device in its place cannot hold the caller.
  ///
  /// - Throws: `ServiceError` with `unreadable` or `fileTooLarge`.
  static func read(path: String, limits: ImageLimits) throws(ServiceError) -> [UInt8] {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard number >= 0 else { throw unreadable(path, call: "open(2)", code: errno) }
    let descriptor = SharedDescriptor(adopting: number)
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else {
      throw unreadable(path, call: "fstat(2)", code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ServiceError(.unreadable, path, "it is not a regular file")
    }
    try limits.check(fileBytes: status.st_size, of: path)
    let bytes: [UInt8]
    do throws(SystemError) {
      // One byte more than the limit: a file that grows meanwhile is caught, not cut off.
      bytes = try MemoryFile(adopting: descriptor).read(maximumBytes: limits.maximumFileBytes + 1)
    } catch {
      throw ServiceError(.unreadable, path, cause: error)
    }
    try limits.check(fileBytes: bytes.count, of: path)
    return bytes
  }

  private static func unreadable(_ path: String, call: String, code: Int32) -> ServiceError {
    ServiceError(.unreadable, path, cause: SystemError(call: call, code: code))
  }
}
