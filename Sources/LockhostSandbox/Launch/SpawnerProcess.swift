// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LockhostSystem

/// A running `lockhost-spawn`.
///
/// Its end is the end of all its guests.
struct SpawnerProcess: Sendable {
  /// Requests go here; the other side never sends, so it becomes readable only when it ends.
  let socket: PacketSocket
  let identifier: Int32

  /// Starts the program.
  ///
  /// Must be called on a thread that never ends: the spawner is killed together with it, which is
  /// one of the ways in which it learns that the host is gone.
  ///
  /// - Throws: `SystemError` for `socketpair(2)` or `posix_spawn(3)`.
  static func start(path: String) throws(SystemError) -> SpawnerProcess {
    let (ours, theirs) = try PacketSocket.pair()
    var identifier: Int32 = 0
    let code = unsafe lh_spawn_program(
      path, "\(getpid())", theirs.descriptor.rawValue, &identifier)
    guard code == 0 else { throw SystemError(call: "posix_spawn(3)", code: code) }
    return SpawnerProcess(socket: ours, identifier: identifier)
  }

  /// Kills it, and so all its guests, and reaps it.
  func end() {
    lh_end_child(identifier)
  }
}
