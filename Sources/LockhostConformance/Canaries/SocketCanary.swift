// SPDX-License-Identifier: MIT

import CConformance
import Glibc
import LockhostSystem

/// A socket at which nobody may arrive.
struct SocketCanary: HeldCanary {
  let value: String
  let tellsWord = false
  private let socket: SharedDescriptor

  init(version6: Bool, stream: Bool) throws(SystemError) {
    var port: UInt16 = 0
    socket = try Self.adopt(unsafe lh_canary_inet(version6 ? 1 : 0, stream ? 1 : 0, &port))
    value = String(port)
  }

  init(path: String, stream: Bool) throws(SystemError) {
    socket = try Self.adopt(unsafe lh_canary_unix(path, 0, stream ? 1 : 0))
    value = path
  }

  init(abstract name: String) throws(SystemError) {
    socket = try Self.adopt(unsafe lh_canary_unix(name, 1, 1))
    value = name
  }

  private init(vsock socket: SharedDescriptor, port: UInt32) {
    self.socket = socket
    value = String(port)
  }

  /// - Throws: `SystemError` with `EAFNOSUPPORT` on a kernel without it.
  static func vsock() throws(SystemError) -> SocketCanary {
    var port: UInt32 = 0
    let socket = try adopt(unsafe lh_canary_vsock(&port))
    return SocketCanary(vsock: socket, port: port)
  }

  private static func adopt(_ number: Int32) throws(SystemError) -> SharedDescriptor {
    guard number >= 0 else { throw SystemError(call: "socket(2)", code: errno) }
    return SharedDescriptor(adopting: number)
  }

  func touched() -> String? {
    lh_canary_has_input(socket.rawValue) != 0 ? "somebody arrived at the socket" : nil
  }
}
