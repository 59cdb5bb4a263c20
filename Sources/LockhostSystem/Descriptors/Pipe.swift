// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// The two ends of a pipe, both close-on-exec.
public struct Pipe: Sendable {
  /// The end to read from.
  public let reading: SharedDescriptor

  /// The end to write to.
  public let writing: SharedDescriptor

  /// Makes a pipe.
  ///
  /// Wraps `pipe2(2)` with `O_CLOEXEC`, so that no other thread's exec can inherit an end.
  ///
  /// - Throws: `SystemError` with `EMFILE` or `ENFILE`.
  public init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard lh_pipe2(&ends, O_CLOEXEC) == 0 else { throw .last("pipe2(2)") }
    reading = SharedDescriptor(adopting: ends[0])
    writing = SharedDescriptor(adopting: ends[1])
  }
}
