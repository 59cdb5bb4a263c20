// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// An `AF_UNIX` `SOCK_SEQPACKET` socket with a name in a folder, at which others connect.
///
/// The name stays when the listener is gone; whoever made the folder removes it.
public final class PacketListener: Sendable {
  /// The most connections that wait to be accepted.
  private static let backlog: Int32 = 16

  /// The socket, for an event loop to watch: it is ready for input when somebody connects.
  public let descriptor: SharedDescriptor

  private init(_ descriptor: SharedDescriptor) { self.descriptor = descriptor }

  /// Listens at a name that is free.
  ///
  /// Needs `/proc`: the folder is named by its descriptor, since a socket's path may have 107 bytes.
  ///
  /// - Throws: `SystemError` for `bind(2)` with `EADDRINUSE`, `EACCES`, `ENOENT` without `/proc`.
  public static func listen(
    at name: FileName, in directory: Directory
  ) throws(SystemError) -> PacketListener {
    let made = lh_packet_listen(path(name, in: directory), backlog)
    guard made >= 0 else { throw .last("bind(2)") }
    return PacketListener(SharedDescriptor(adopting: made))
  }

  /// Takes one connection; nil when none is waiting, or its other side has gone again.
  public func accept() throws(SystemError) -> PacketSocket? {
    let made = lh_packet_accept(descriptor.rawValue)
    guard made >= 0 else {
      let error = SystemError.last("accept4(2)")
      guard [EAGAIN, EINTR, ECONNABORTED].contains(error.code) else { throw error }
      return nil
    }
    return PacketSocket(adopting: OwnedDescriptor(adopting: made))
  }

  fileprivate static func path(_ name: FileName, in directory: Directory) -> String {
    "/proc/self/fd/\(directory.descriptor.rawValue)/\(name)"
  }
}

extension PacketSocket {
  /// Connects to a listener.
  ///
  /// - Throws: `SystemError` for `connect(2)`: `ECONNREFUSED` when nobody listens any more, `ENOENT`.
  public static func connect(
    to name: FileName, in directory: Directory
  ) throws(SystemError) -> PacketSocket {
    let made = lh_packet_connect(PacketListener.path(name, in: directory))
    guard made >= 0 else { throw .last("connect(2)") }
    return PacketSocket(adopting: OwnedDescriptor(adopting: made))
  }

  /// The user of the process at the other end, when the connection was made.
  public func peerUser() throws(SystemError) -> UInt32 {
    var user: UInt32 = 0
    guard lh_peer_user(descriptor.rawValue, &user) == 0 else { throw .last("getsockopt(2)") }
    return user
  }

  /// Waits until a packet, or the end, can be received.
  ///
  /// Blocks; not for an event loop.
  ///
  /// - Returns: False when neither came in time.
  public func waitForPacket(within limit: Duration) -> Bool {
    let deadline = MonotonicInstant.now.advanced(by: limit)
    while true {
      let left = MonotonicInstant.now.duration(to: deadline).wholeMilliseconds
      var entry = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      let count = poll(&entry, 1, Int32(clamping: max(0, left)))
      if count > 0 { return true }
      if count == 0 || errno != EINTR { return false }
    }
  }
}
