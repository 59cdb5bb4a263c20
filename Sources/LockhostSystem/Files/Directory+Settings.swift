// SPDX-License-Identifier: MIT

import CLinux
import Glibc

// Files by which the kernel tells its state and takes settings, as in /proc and cgroupfs.
extension Directory {
  /// Reads such a file.
  ///
  /// - Throws: `SystemError` with `ENOENT`, `EACCES`, or `EFBIG` past the limit.
  public func text(
    of name: FileName, maximumBytes: Int = 1 << 20
  ) throws(SystemError) -> String {
    let file = try file(name)
    var bytes: [UInt8] = []
    while let part = try file.read(maximumBytes: 65_536), !part.isEmpty {
      bytes += part
      guard bytes.count <= maximumBytes else { throw SystemError(call: "read(2)", code: EFBIG) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes into a file that exists, in one call: the kernel takes a setting whole or not at all.
  ///
  /// - Throws: `SystemError` with `ENOENT`, `EACCES`, or what the kernel thinks of the setting.
  public func set(_ name: FileName, to text: String) throws(SystemError) {
    let file = try open(name, O_WRONLY)
    var text = text
    let count = text.utf8.count
    let written = try retryingInterrupts("write(2)") {
      text.withUTF8 { Int32(clamping: write(file.rawValue, $0.baseAddress, $0.count)) }
    }
    guard Int(written) == count else { throw SystemError(call: "write(2)", code: EIO) }
  }

  /// Locks the directory itself for as long as its descriptor is open anywhere.
  ///
  /// - Returns: False when somebody else has it.
  /// - Throws: `SystemError` for `flock(2)`.
  public func lock() throws(SystemError) -> Bool {
    do throws(SystemError) {
      _ = try retryingInterrupts("flock(2)") { flock(descriptor.rawValue, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      guard error.code == EWOULDBLOCK else { throw error }
      return false
    }
  }

  /// Whether it has an extended attribute of this name.
  public func hasAttribute(_ name: String) -> Bool {
    lh_has_attribute(descriptor.rawValue, name)
  }
}
