// SPDX-License-Identifier: MIT

import Glibc
package import LockhostSystem

/// Writing to streams that others have opened, and that may be closed, full or gone.
package enum StandardStream {
  /// Writes all of it, waiting where the stream does not take it at once.
  ///
  /// - Throws: `SystemError` with `EPIPE` when the reader has gone away, `ENOSPC`, `EBADF`.
  package static func write(
    _ bytes: some Collection<UInt8>, to descriptor: Int32
  ) throws(SystemError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&entry, 1, -1)
      default: throw SystemError(call: "write(2)", code: errno)
      }
    }
  }

  /// Puts something in the place of each standard stream that is closed.
  ///
  /// Otherwise the next file that is opened, such as the photo library, would become standard
  /// output. What is put there is open the wrong way round, so that using it is still an error.
  package static func fillClosed() {
    for (stream, mode) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_WRONLY)]
    where fcntl(stream, F_GETFD) == -1 && errno == EBADF {
      // The lowest free number is taken, and those below are open by now.
      _ = unsafe open("/dev/null", mode)
    }
  }

  /// What `exec` exits with for a program that came to its end by what its output met: where the
  /// reader has gone away, SIGPIPE's status, as without a sandbox.
  package static func status(of error: SystemError) -> Int32 {
    error.code == EPIPE ? 128 + SIGPIPE : ExecStatus.failure
  }
}
