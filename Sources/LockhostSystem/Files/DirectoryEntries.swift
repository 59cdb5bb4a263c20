// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// Reads the names in a directory, a bufferful at a time.
///
/// Entries may be removed while it reads: what has not been read yet still comes. Memory stays the
/// same for ten names and for ten million.
final class DirectoryEntries {
  private let directory: Directory
  private var buffer = [UInt8](repeating: 0, count: 32_768)
  private var filled = 0
  private var position = 0

  /// Starts at the beginning of the directory.
  ///
  /// One reader at a time: the position is the descriptor's own.
  init(_ directory: Directory) throws(SystemError) {
    self.directory = directory
    guard lseek(directory.descriptor.rawValue, 0, SEEK_SET) == 0 else { throw .last("lseek(2)") }
  }

  /// Reads the next name; `.` and `..` are left out.
  ///
  /// - Returns: `nil` at the end.
  /// - Throws: `SystemError` for `getdents64(2)`; `ENOENT` when the directory was removed.
  func next() throws(SystemError) -> FileName? {
    while true {
      if position >= filled {
        let descriptor = directory.descriptor.rawValue
        filled = try retryingInterrupts("getdents64(2)") {
          buffer.withUnsafeMutableBytes { bytes in
            lh_read_entries(descriptor, bytes.baseAddress, bytes.count)
          }
        }
        position = 0
        if filled == 0 { return nil }
      }
      // struct linux_dirent64: inode 8, offset 8, length 2, type 1, name up to its zero.
      let length = Int(buffer[position + 16]) | Int(buffer[position + 17]) << 8
      let end = position + length
      guard length > 19, end <= filled else {
        throw SystemError(call: "getdents64(2)", code: EBADMSG)
      }
      let bytes = buffer[(position + 19)..<end].prefix { $0 != 0 }
      position = end
      if let name = FileName(bytes: Array(bytes)) { return name }
    }
  }
}

extension Directory {
  /// Reads every name in this directory.
  ///
  /// - Parameter limit: The most names; a directory with more is `EOVERFLOW`. A guest may have made
  ///   millions.
  /// - Returns: The names in the order of their bytes.
  public func names(limit: Int = 100_000) throws(SystemError) -> [FileName] {
    var names: [FileName] = []
    let entries = try DirectoryEntries(self)
    while let name = try entries.next() {
      guard names.count < limit else { throw SystemError(call: "getdents64(2)", code: EOVERFLOW) }
      names.append(name)
    }
    return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// Whether this directory holds nothing.
  public func isEmpty() throws(SystemError) -> Bool {
    let entries = try DirectoryEntries(self)
    return try entries.next() == nil
  }
}
