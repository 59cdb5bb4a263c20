// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// A file descriptor with exactly one owner, closed when that owner goes away.
public struct OwnedDescriptor: ~Copyable, Sendable {
  /// The number, for a call that uses it now and does not keep it.
  public let rawValue: Int32

  /// Takes ownership of an open descriptor.
  ///
  /// - Precondition: `rawValue` is 0 or more, and nothing else will close it.
  public init(adopting rawValue: Int32) {
    precondition(rawValue >= 0, "a descriptor is 0 or more, not \(rawValue)")
    self.rawValue = rawValue
  }

  /// Copies a descriptor that this process was started with, such as standard input.
  ///
  /// - Throws: `SystemError` for `fcntl(2)` with `EBADF` when it is closed, `EMFILE`.
  public static func duplicate(of rawValue: Int32) throws(SystemError) -> OwnedDescriptor {
    let copy = lh_fcntl_int(rawValue, LH_F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw .last("fcntl(2)") }
    return OwnedDescriptor(adopting: copy)
  }

  deinit { _ = Glibc.close(rawValue) }

  /// Gives up ownership without closing.
  ///
  /// - Returns: The descriptor, which the caller must now close.
  public consuming func release() -> Int32 {
    let descriptor = rawValue
    discard self
    return descriptor
  }

  /// Makes a second descriptor, close-on-exec, for the same open file.
  ///
  /// Wraps `fcntl(2)` with `F_DUPFD_CLOEXEC`.
  ///
  /// - Throws: `SystemError` with `EMFILE` when the process has no number left.
  public borrowing func duplicate() throws(SystemError) -> OwnedDescriptor {
    try OwnedDescriptor.duplicate(of: rawValue)
  }
}
