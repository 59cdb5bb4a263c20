// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// A descriptor with several holders, closed when the last of them lets go.
///
/// Noncopyable values cannot be kept in arrays or crossed by closures; descriptors that arrive with
/// a message, or that an event loop watches, are held through this.
public final class SharedDescriptor: Sendable {
  private let owned: OwnedDescriptor

  /// The number, for a call that uses it now and does not keep it.
  public var rawValue: Int32 { owned.rawValue }

  /// Takes over the one ownership there was.
  public init(_ owned: consuming OwnedDescriptor) {
    self.owned = owned
  }

  /// Takes ownership of an open descriptor.
  ///
  /// - Precondition: `rawValue` is 0 or more, and nothing else will close it.
  public convenience init(adopting rawValue: Int32) {
    self.init(OwnedDescriptor(adopting: rawValue))
  }

  /// Opens `/dev/null` for reading and writing, close-on-exec.
  ///
  /// - Throws: `SystemError` for `open(2)`.
  public static func null() throws(SystemError) -> SharedDescriptor {
    let descriptor = try retryingInterrupts("open(2)") { open("/dev/null", O_RDWR | O_CLOEXEC) }
    return SharedDescriptor(adopting: descriptor)
  }

  /// Makes a second, independently owned descriptor, close-on-exec, for the same open file.
  ///
  /// - Throws: `SystemError` with `EMFILE` when the process has no number left.
  public func duplicate() throws(SystemError) -> OwnedDescriptor { try owned.duplicate() }

  /// Makes reads and writes on this open file return instead of wait.
  ///
  /// Reads the status flags before it writes them, so the others stay as they are.
  ///
  /// - Throws: `SystemError` for `fcntl(2)`.
  public func setNonblocking() throws(SystemError) {
    let flags = lh_fcntl_int(rawValue, F_GETFL, 0)
    guard flags >= 0, lh_fcntl_int(rawValue, F_SETFL, flags | O_NONBLOCK) >= 0 else {
      throw .last("fcntl(2)")
    }
  }

  /// Lets go of the open file at once, whoever else holds this: the null device takes its number.
  ///
  /// The other end of a pipe so sees its end now. The descriptor must not be watched by a loop.
  ///
  /// - Throws: `SystemError` for `open(2)` or `dup3(2)`; the file is open then as before.
  public func hangUp() throws(SystemError) {
    let null = try SharedDescriptor.null()
    _ = try retryingInterrupts("dup3(2)") { lh_duplicate_onto(null.rawValue, rawValue) }
  }

  /// Reads once, at most so many bytes.
  ///
  /// - Returns: What there was; empty at the end of the file; nil when a nonblocking read would wait.
  /// - Throws: `SystemError` for `read(2)`.
  public func read(maximumBytes: Int) throws(SystemError) -> [UInt8]? {
    var failure: SystemError?
    var wouldWait = false
    let bytes = [UInt8](unsafeUninitializedCapacity: maximumBytes) { buffer, count in
      do throws(SystemError) {
        count = try retryingInterrupts("read(2)") {
          Glibc.read(rawValue, buffer.baseAddress, buffer.count)
        }
      } catch {
        count = 0
        if error.code == EAGAIN { wouldWait = true } else { failure = error }
      }
    }
    if let failure { throw failure }
    return wouldWait ? nil : bytes
  }

  /// Writes everything, waiting as often as needed.
  ///
  /// - Throws: `SystemError` for `write(2)`: `EPIPE` when nobody reads, `ENOSPC` on a full disk.
  public func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let start = written
      written += try retryingInterrupts("write(2)") {
        bytes.withUnsafeBytes { buffer in
          Glibc.write(rawValue, buffer.baseAddress?.advanced(by: start), buffer.count - start)
        }
      }
    }
  }
}
