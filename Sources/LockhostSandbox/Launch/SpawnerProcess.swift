// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LockhostSystem

/// A running `lockhost-spawn`.
///
/// Its end is the end of all its guests.
package struct SpawnerProcess: Sendable {
  /// Requests go here; the other side never sends, so it becomes readable only when it ends.
  let socket: PacketSocket
  let identifier: Int32

  /// Takes over a program that was started by other means.
  ///
  /// - Parameters:
  ///   - socket: The host's end, which this owns from now on.
  ///   - process: The program, a child of this process that nobody else waits for.
  package init(adopting socket: Int32, process: Int32) {
    self.init(
      socket: PacketSocket(adopting: OwnedDescriptor(adopting: socket)), identifier: process)
  }

  private init(socket: PacketSocket, identifier: Int32) {
    self.socket = socket
    self.identifier = identifier
  }

  /// Starts the program.
  ///
  /// Must be called on a thread that never ends: the spawner is killed together with it, which is
  /// one of the ways in which it learns that the host is gone.
  ///
  /// - Parameter keepsSpare: Whether an empty sandbox waits for the next launch.
  /// - Throws: `SystemError` for `socketpair(2)` or `posix_spawn(3)`.
  static func start(
    path: String, keepsSpare: Bool = false
  ) throws(SystemError) -> SpawnerProcess {
    let (ours, theirs) = try PacketSocket.pair()
    var identifier: Int32 = 0
    let code = unsafe lh_spawn_program(
      path, "\(getpid())", keepsSpare ? "spare" : nil, theirs.descriptor.rawValue, &identifier)
    guard code == 0 else { throw SystemError(call: "posix_spawn(3)", code: code) }
    return SpawnerProcess(socket: ours, identifier: identifier)
  }

  /// Says that a launch is being prepared.
  ///
  /// - Returns: Whether it could be said.
  func announceLaunch() -> Bool {
    do throws(SystemError) {
      return try socket.send(PreparedLaunch.announcement, waiting: false)
    } catch {
      return false
    }
  }

  /// Kills it, and so all its guests, and reaps it.
  package func end() {
    lh_end_child(identifier)
  }
}
