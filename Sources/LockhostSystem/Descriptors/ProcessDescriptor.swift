// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// A process by its pidfd, which, unlike its number, never comes to mean another process.
public final class ProcessDescriptor: Sendable {
  /// The pidfd; it becomes readable when the process has ended.
  public let descriptor: SharedDescriptor

  /// Takes over a pidfd.
  public init(adopting descriptor: SharedDescriptor) {
    self.descriptor = descriptor
  }

  /// Opens the process that has this number now.
  ///
  /// - Throws: `SystemError` for `pidfd_open(2)`: `ESRCH` when there is none.
  public static func open(_ process: Int32) throws(SystemError) -> ProcessDescriptor {
    let number = lh_pidfd_open(process)
    guard number >= 0 else { throw .last("pidfd_open(2)") }
    return ProcessDescriptor(adopting: SharedDescriptor(adopting: number))
  }

  /// Sends a signal.
  ///
  /// - Returns: False when the process has ended already.
  /// - Throws: `SystemError` for `pidfd_send_signal(2)`: `EPERM`.
  @discardableResult
  public func signal(_ signal: Int32) throws(SystemError) -> Bool {
    if lh_pidfd_send_signal(descriptor.rawValue, signal) == 0 { return true }
    let code = errno
    if code == ESRCH { return false }
    throw SystemError(call: "pidfd_send_signal(2)", code: code)
  }

  /// Sends a signal to all processes of its process group; to itself alone before Linux 6.9.
  ///
  /// - Throws: `SystemError` for `pidfd_send_signal(2)`: `EPERM`, and `ESRCH` when it has ended.
  public func signalGroup(_ signal: Int32) throws(SystemError) {
    guard lh_pidfd_signal_group(descriptor.rawValue, signal) == 0 else {
      throw .last("pidfd_send_signal(2)")
    }
  }

  /// How many bytes one of its sockets holds: what it sent and nobody has read, and what it received.
  ///
  /// The socket is copied for as long as it takes to ask, which whoever waits for its end may notice
  /// as some microseconds.
  ///
  /// - Parameter number: The socket's number in that process.
  /// - Returns: Nil when that number is no socket (any more), or this process may not look.
  public func bytes(inSocket number: Int32) -> Int? {
    let bytes = lh_socket_use(descriptor.rawValue, number)
    return bytes < 0 ? nil : Int(clamping: bytes)
  }

  /// Whether the process has ended, reaped or not.
  public var hasExited: Bool {
    var entry = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
  }
}
