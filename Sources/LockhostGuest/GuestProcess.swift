// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LockhostSystem
package import LockhostWire
import Synchronization

/// This process, as a guest of lockhost.
package enum GuestProcess {
  /// The descriptor that is the wire.
  package static let wireDescriptor: Int32 = 3
  /// The exit code of a guest that was not started by lockhost (`EX_USAGE`).
  package static let usageExitCode: Int32 = 64
  /// The exit code of a guest that has no protocol version in common with its host (`EX_PROTOCOL`).
  package static let protocolExitCode: Int32 = 76

  private static let announced = Mutex<(role: GuestRole, wire: Int32)>((.extension, wireDescriptor))

  /// Prepares the process and connects it; the first thing that every `main` of the SDK does.
  ///
  /// A program that lockhost did not start ends here, with a message and code 64; one with no
  /// protocol version in common, with code 76.
  ///
  /// - Parameters:
  ///   - role: What the guest says it is.
  ///   - wire: The descriptor that is the wire; tests, whose process has others, pass their own.
  /// - Returns: The connection, which is ``GuestConnection/shared`` from now on.
  @discardableResult
  package static func start(
    role: GuestRole, wire: Int32 = wireDescriptor
  ) -> GuestConnection {
    announced.withLock { $0 = (role, wire) }
    lh_line_buffer_output()
    return connection
  }

  /// The connection of this process; made when it is first asked for.
  static let connection: GuestConnection = {
    do throws(GuestError) {
      return try connect()
    } catch {
      Diagnostics.report("\(error)")
      switch error {
      case .notLaunched: exit(usageExitCode)
      case .versionMismatch: exit(protocolExitCode)
      case .closed: exit(EXIT_SUCCESS)
      default: exit(EXIT_FAILURE)
      }
    }
  }()

  private static func connect() throws(GuestError) -> GuestConnection {
    let (role, wire) = announced.withLock { $0 }
    guard let offered = environmentValue("LOCKHOST_PROTOCOL"), isPacketSocket(wire) else {
      throw .notLaunched
    }
    guard let version = Int(offered),
      ProtocolVersion.negotiate(offered: (version, version)) != nil
    else {
      throw .versionMismatch(
        "the host speaks protocol version \(offered), this extension was built for "
          + "\(ProtocolVersion.minimum)…\(ProtocolVersion.maximum); build it again with this lockhost"
      )
    }
    // The extension may not start programs, but an app's child must not inherit the wire either.
    _ = lh_fcntl_int(wire, F_SETFD, FD_CLOEXEC)
    return try GuestConnection(
      socket: PacketSocket(adopting: OwnedDescriptor(adopting: wire)),
      role: role, hangUp: { _exit(EXIT_SUCCESS) })
  }

  /// Whether lockhost started this process.
  fileprivate static var isLaunched: Bool {
    environmentValue("LOCKHOST_PROTOCOL") != nil && isPacketSocket(announced.withLock { $0.wire })
  }

  private static func environmentValue(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  private static func isPacketSocket(_ descriptor: Int32) -> Bool {
    var type: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    let code = unsafe getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length)
    return code == 0 && type == Int32(SOCK_SEQPACKET.rawValue)
  }
}

extension GuestConnection {
  /// The connection that SDK code started in this task uses instead of the process's own.
  ///
  /// Tests bind it to a connection whose other end they hold. An SDK object reads
  /// ``shared`` when it is made, and keeps it.
  @TaskLocal package static var bound: GuestConnection?

  /// Whether there is a host to connect to, which asking for ``shared`` would end the process
  /// without.
  package static var isAvailable: Bool { bound != nil || GuestProcess.isLaunched }

  /// The connection of this process; connects on first use.
  package static var shared: GuestConnection { bound ?? GuestProcess.connection }
}
