// SPDX-License-Identifier: MIT

import Foundation
import LockhostGuest
import LockhostSystem
import LockhostWire
import Synchronization

/// The host's end of a real socket, played by a test: answers requests and keeps what arrives.
final class TestHost: Sendable {
  /// What a test's host answers to one request.
  enum Answer: Sendable {
    case reply(any WireBody, [SharedDescriptor] = [])
    case failure(WireFailure)
    case silence
  }

  typealias Responder = @Sendable (Message, [SharedDescriptor]) throws -> Answer

  private struct State {
    var responders: [Route: Responder] = [:]
    var arrived: [Message] = []
    var waiting: [(Route, CheckedContinuation<Message, Never>)] = []
  }

  private let socket: PacketSocket
  private let state: Mutex<State>
  private let guestEnd: Mutex<PacketSocket?>

  /// Makes both ends; the host answers `hello` with the context, if one is given.
  init(launch: LaunchContext? = TestHost.context()) throws {
    let (host, guest) = try PacketSocket.pair()
    socket = host
    guestEnd = Mutex(guest)
    state = Mutex(State())
    if let launch { answer(.hello) { _, _ in .reply(launch) } }
    // The thread keeps the host: a test may be done with it before its guest is.
    Thread.detachNewThread { [self] in
      while let received = try? socket.receive(), case .packet(let packet) = received {
        handle(packet)
      }
    }
  }

  static func context(
    role: GuestRole = .extension, sessionContentPaths: [String] = [], version: Int = 1
  ) -> LaunchContext {
    LaunchContext(
      protocolVersion: version, role: role, session: "test", bundleIdentifier: "org.example.test",
      bundlePath: "/bundle", containerPath: "/container", sessionContentPath: "/session",
      sessionContentPaths: sessionContentPaths)
  }

  /// Connects the guest's end; the host must answer `hello`.
  func connect(
    role: GuestRole = .extension, hangUp: @escaping @Sendable () -> Void = {}
  ) throws(GuestError) -> GuestConnection {
    guard let guest = takeGuestEnd() else { throw .closed }
    return try GuestConnection(socket: guest, role: role, hangUp: hangUp)
  }

  /// The guest's end, once.
  func takeGuestEnd() -> PacketSocket? { guestEnd.withLock { $0.take() } }

  /// Sets what is answered on a route; without it, requests get an empty reply.
  func answer(_ route: Route, _ responder: @escaping Responder) {
    state.withLock { $0.responders[route] = responder }
  }

  /// Sends an event.
  func post(
    _ route: Route, _ body: some WireBody, descriptors: [SharedDescriptor] = []
  ) throws {
    let message = try Message(
      .event, route, body: body.encodedBody(), descriptorCount: descriptors.count)
    try socket.send(message.encoded, descriptors: descriptors)
  }

  /// Sends any bytes.
  func send(_ bytes: [UInt8]) throws { try socket.send(bytes) }

  /// Ends the connection.
  func hangUp() { _ = shutdown(socket.descriptor.rawValue, Int32(SHUT_RDWR)) }

  /// The oldest message on a route that nobody has asked for yet; waits for one.
  func next(_ route: Route) async -> Message {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state -> Message? in
        guard let index = state.arrived.firstIndex(where: { $0.header.route == route }) else {
          state.waiting.append((route, continuation))
          return nil
        }
        return state.arrived.remove(at: index)
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }

  /// How many messages on a route arrived that nobody has asked for.
  func count(_ route: Route) -> Int {
    state.withLock { $0.arrived.count { $0.header.route == route } }
  }

  private func handle(_ packet: PacketSocket.Packet) {
    guard
      let message = try? Message(
        packet: packet.bytes, descriptorCount: packet.descriptors.count),
      let route = message.header.route
    else { return }
    let (responder, waiter) = state.withLock { state in
      var waiter: CheckedContinuation<Message, Never>?
      if let index = state.waiting.firstIndex(where: { $0.0 == route }) {
        waiter = state.waiting.remove(at: index).1
      } else {
        state.arrived.append(message)
      }
      return (state.responders[route], waiter)
    }
    waiter?.resume(returning: message)
    if message.header.kind == .request { respond(to: message, packet.descriptors, responder) }
  }

  private func respond(
    to message: Message, _ descriptors: [SharedDescriptor], _ responder: Responder?
  ) {
    do {
      let answer = try responder?(message, descriptors) ?? .reply(EmptyBody())
      let (kind, body, descriptors): (MessageKind, [UInt8], [SharedDescriptor]) =
        switch answer {
        case .reply(let body, let descriptors): (.reply, try body.encodedBody(), descriptors)
        case .failure(let failure): (.failure, try failure.encodedBody(), [])
        case .silence: (.event, [], [])
        }
      guard kind != .event else { return }
      let header = try MessageHeader(
        kind: kind, routeNumber: message.header.routeNumber, descriptorCount: descriptors.count,
        requestID: message.header.requestID)
      try socket.send(Message(header: header, body: body).encoded, descriptors: descriptors)
    } catch {
      hangUp()
    }
  }
}

extension GuestConnection {
  /// Makes a blocking request on the calling thread; nil when it was answered.
  func failureOfRequest() -> GuestError? {
    do throws(GuestError) {
      _ = try request(.cameraStop, EmptyBody())
      return nil
    } catch {
      return error
    }
  }
}
