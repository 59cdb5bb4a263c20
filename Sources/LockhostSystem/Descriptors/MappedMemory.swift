// SPDX-License-Identifier: MIT

import Glibc

/// A mapping of a memory file, unmapped when the last reference goes.
///
/// Its bytes are shared with another process, which may change them at any moment: whoever reads
/// them twice may read two things. The class itself never changes, and so is `@unchecked Sendable`.
public final class MappedMemory: @unchecked Sendable {
  /// The first byte.
  public let address: UnsafeMutableRawPointer

  /// The number of bytes.
  public let count: Int

  init(address: UnsafeMutableRawPointer, count: Int) {
    self.address = address
    self.count = count
  }

  deinit { munmap(address, count) }

  /// The bytes, for reading.
  ///
  /// Valid for as long as this object lives.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: address, count: count) }

  /// The bytes, for writing, when the mapping was made writable; else a write raises `SIGSEGV`.
  public var mutableBytes: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: address, count: count)
  }
}
