// SPDX-License-Identifier: MIT

import FoundationEssentials
import LockhostSystem

/// Where other processes of this user reach a session.
///
/// Lives on the session's loop. A connection has one request and one reply.
actor ControlSocket {
  /// How many may be connected at once; further ones are closed unheard.
  private static let mostConnections = 16

  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  private let listener: PacketListener
  private let serve: @Sendable (ControlRequest) async -> ControlReply
  private var watch: EventWatch?
  private var connections: [Int: EventWatch] = [:]
  private var nextNumber = 0

  init(
    _ listener: PacketListener, loop: EventLoop,
    serve: @escaping @Sendable (ControlRequest) async -> ControlReply
  ) {
    self.listener = listener
    self.loop = loop
    self.serve = serve
  }

  /// Begins to take connections.
  func open() throws(SystemError) {
    watch = try loop.watch(listener.descriptor, for: .input) { [weak self] in
      self?.assumeIsolated { $0.accept() }
    }
  }

  /// Takes no more connections, and closes those that have not asked yet.
  func close() {
    watch?.cancel()
    watch = nil
    for connection in connections.values { connection.cancel() }
    connections = [:]
  }

  private func accept() {
    guard let socket = try? listener.accept(),
      connections.count < Self.mostConnections,
      (try? socket.peerUser()) == CurrentUser.identifier
    else { return }
    let number = nextNumber
    nextNumber += 1
    connections[number] = try? loop.watch(socket.descriptor, for: .input) { [weak self] in
      self?.assumeIsolated { $0.read(number, socket) }
    }
  }

  private func read(_ number: Int, _ socket: PacketSocket) {
    connections.removeValue(forKey: number)?.cancel()
    guard
      case .packet(let packet)? = try? socket.receive(
        maximumBytes: ControlRequest.maximumBytes, waiting: false),
      let request = try? JSONDecoder().decode(ControlRequest.self, from: Data(packet.bytes))
    else { return }
    Task {
      let reply = await serve(request)
      guard let body = try? JSONEncoder().encode(reply) else { return }
      // Whoever asked may be gone.
      _ = try? socket.send([UInt8](body), waiting: false)
    }
  }
}
