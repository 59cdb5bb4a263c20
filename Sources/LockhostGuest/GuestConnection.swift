// SPDX-License-Identifier: MIT

import Dispatch
package import LockhostSystem
package import LockhostWire
import Synchronization

/// The guest's end of the wire.
///
/// A thread of its own reads, and the main thread does while ``GuestRunLoop`` has nothing else for it;
/// requests may be made, and events posted, on any other thread. Whoever reads calls event handlers, which
/// must not block and must not make blocking requests.
package final class GuestConnection: Sendable {
  /// Handles one event, on the reader thread.
  package typealias EventHandler = @Sendable (GuestMessage) -> Void
  /// Takes a request's outcome, on the reader thread, exactly once.
  package typealias Completion = @Sendable (Result<GuestMessage, GuestError>) -> Void

  private struct State {
    var nextRequestID: UInt64 = 1
    var pending: [UInt64: Completion] = [:]
    var inboxes: [Route: EventInbox] = [:]
    var calls = HostCalls()
    var isClosed = false
  }

  /// What the host said about this launch.
  package let launch: LaunchContext

  private let channel: Channel

  /// Starts the reader on a connected socket, says hello and waits for the answer.
  ///
  /// Blocks the calling thread for one round trip.
  ///
  /// - Parameters:
  ///   - socket: The guest's end.
  ///   - role: What the guest is.
  ///   - hangUp: Called on the reader thread once the host is gone.
  /// - Throws: ``GuestError`` when the host is gone, refuses, or speaks no common version.
  package init(
    socket: PacketSocket, role: GuestRole, hangUp: @escaping @Sendable () -> Void
  ) throws(GuestError) {
    channel = Channel(socket: socket, hangUp: hangUp)
    try ReaderThread.start(channel.readUntilClosed)
    let hello = Hello(
      protocolMinimum: ProtocolVersion.minimum, protocolMaximum: ProtocolVersion.maximum,
      role: role, sdk: "lockhost-sdk/1")
    let context: LaunchContext
    do throws(GuestError) {
      context = try channel.send(.hello, hello, descriptors: []).decode()
    } catch {
      guard case .refused(let failure) = error, failure.code == .unsupported else { throw error }
      throw .versionMismatch(failure.message)
    }
    let version = context.protocolVersion
    guard (ProtocolVersion.minimum...ProtocolVersion.maximum).contains(version) else {
      throw .versionMismatch("the host chose protocol version \(version), which was not offered")
    }
    launch = context
  }

  // MARK: Requests

  /// Makes a request and waits for its reply.
  ///
  /// Blocks the calling thread; not for use in an event handler or in an async function.
  ///
  /// - Throws: ``GuestError/refused(_:)`` when the host says no.
  package func request(
    _ route: Route, _ body: some WireBody, descriptors: [SharedDescriptor] = []
  ) throws(GuestError) -> GuestMessage {
    try channel.send(route, body, descriptors: descriptors)
  }

  /// Makes a request, waits for its reply and decodes it; see ``request(_:_:descriptors:)``.
  package func request<Answer: WireBody>(
    _ route: Route, _ body: some WireBody, descriptors: [SharedDescriptor] = [],
    as type: Answer.Type
  ) throws(GuestError) -> Answer {
    try channel.send(route, body, descriptors: descriptors).decode(type)
  }

  /// Makes a request and suspends until its reply is there.
  ///
  /// A request is not cancelled with its task: the host has it already.
  ///
  /// - Throws: ``GuestError/refused(_:)`` when the host says no.
  package func request(
    _ route: Route, _ body: some WireBody, descriptors: [SharedDescriptor] = []
  ) async throws(GuestError) -> GuestMessage {
    try await withCheckedContinuation { continuation in
      channel.send(route, body, descriptors: descriptors) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Makes a request, suspends until its reply is there and decodes it.
  package func request<Answer: WireBody>(
    _ route: Route, _ body: some WireBody, descriptors: [SharedDescriptor] = [],
    as type: Answer.Type
  ) async throws(GuestError) -> Answer {
    try await request(route, body, descriptors: descriptors).decode(type)
  }

  /// Makes a request without waiting.
  ///
  /// - Parameter completion: Called exactly once: on the reader thread with the reply, or on the
  ///   calling thread when the request cannot be sent.
  package func request(
    _ route: Route, _ body: some WireBody, descriptors: [SharedDescriptor] = [],
    completion: @escaping Completion
  ) {
    channel.send(route, body, descriptors: descriptors, completion)
  }

  // MARK: Events

  /// Sends an event, to which there is no answer.
  ///
  /// - Throws: ``GuestError`` when the body breaks a limit or the host is gone.
  package func post(
    _ route: Route, _ body: some WireBody, descriptors: [SharedDescriptor] = []
  ) throws(GuestError) {
    try channel.post(route, body, descriptors: descriptors)
  }

  /// Sets the handler of a route's events, in place of the one before.
  ///
  /// Events that came earlier are delivered first, in order, on the calling thread.
  ///
  /// - Parameter handler: Called on the reader thread; nil lets events wait again.
  package func onEvent(_ route: Route, _ handler: EventHandler?) {
    channel.setHandler(handler, for: route)
  }

  /// Sets the handler of a route's events, decoded; an event that does not decode is dropped.
  package func onEvent<Body: WireBody>(
    _ route: Route, as type: Body.Type, _ handler: @escaping @Sendable (Body) -> Void
  ) {
    channel.setHandler(
      { message in
        do throws(WireError) {
          handler(try Body(body: message.body))
        } catch {
          Diagnostics.report("an event on route \(route.name) was dropped: \(error)")
        }
      }, for: route)
  }

  /// Sets the handler of a route's events, decoded, that runs on the main thread.
  package func onMainEvent<Body: WireBody>(
    _ route: Route, as type: Body.Type, _ handler: @escaping @MainActor @Sendable (Body) -> Void
  ) {
    onEvent(route, as: type) { body in MainEvents.perform { handler(body) } }
  }

  // MARK: Calls of the host

  /// Answers the host's calls on a route, in place of who did before.
  ///
  /// Calls that came earlier are answered first, on the calling thread.
  ///
  /// - Parameter handler: Called on the reader thread; must not block.
  package func onCall(_ number: UInt16, _ handler: @escaping CallHandler) {
    channel.setHandler(handler, forCalls: number)
  }

  /// Refuses calls that nobody answers, from now on; until then they wait for somebody.
  package func refuseOtherCalls() { channel.refuseOtherCalls() }

  /// Makes a request on a route that only its number is known of, and suspends until its reply is
  /// there.
  ///
  /// - Throws: ``GuestError/refused(_:)`` when the host says no.
  package func request(
    number: UInt16, _ body: some WireBody, descriptors: [SharedDescriptor] = []
  ) async throws(GuestError) -> GuestMessage {
    try await withCheckedContinuation { continuation in
      channel.send(number: number, body, descriptors: descriptors) {
        continuation.resume(returning: $0)
      }
    }.get()
  }

  // MARK: Reading

  /// What the main thread waits by, for the wire as well as for its queue.
  ///
  /// Nil where the kernel has no such wait; the reader reads everything then.
  func wait(queue: Int32) -> WireWait? {
    guard let wait = channel.mainWait, wait.add(queue: queue) else { return nil }
    return wait
  }

  /// Reads a packet, if one is there, and delivers it.
  ///
  /// For the main thread, which is a reader meanwhile.
  ///
  /// - Returns: False once the host is gone.
  func read() -> Bool { ReaderThread.lend { channel.readOne() } }

  // MARK: The channel

  /// The part that the reader thread holds, so that a connection needs no launch context to read.
  private final class Channel: Sendable {
    private let socket: PacketSocket
    private let hangUp: @Sendable () -> Void
    private let state = Mutex(State())
    /// Held by whoever reads.
    private let reading = Mutex(())
    /// The main thread's wait, made before the reader's.
    let mainWait: WireWait?

    init(socket: PacketSocket, hangUp: @escaping @Sendable () -> Void) {
      self.socket = socket
      mainWait = WireWait(wire: socket.descriptor)
      self.hangUp = hangUp
    }

    func send(
      _ route: Route, _ body: some WireBody, descriptors: [SharedDescriptor]
    ) throws(GuestError) -> GuestMessage {
      guard !ReaderThread.isCurrent else { throw .onReaderThread }
      let outcome = Mutex<Result<GuestMessage, GuestError>?>(nil)
      let arrived = DispatchSemaphore(value: 0)
      send(route, body, descriptors: descriptors) { result in
        outcome.withLock { $0 = result }
        arrived.signal()
      }
      arrived.wait()
      return try (outcome.withLock { $0 } ?? .failure(.closed)).get()
    }

    func send(
      _ route: Route, _ body: some WireBody, descriptors: [SharedDescriptor],
      _ completion: @escaping Completion
    ) {
      send(number: route.rawValue, body, descriptors: descriptors, completion)
    }

    func send(
      number: UInt16, _ body: some WireBody, descriptors: [SharedDescriptor],
      _ completion: @escaping Completion
    ) {
      let id = state.withLock { state -> UInt64? in
        guard !state.isClosed else { return nil }
        let id = state.nextRequestID
        state.nextRequestID += 1
        state.pending[id] = completion
        return id
      }
      guard let id else { return completion(.failure(.closed)) }
      do throws(GuestError) {
        try transmit(.request, number, id, body, descriptors)
      } catch {
        take(id)?(.failure(error))
      }
    }

    func post(
      _ route: Route, _ body: some WireBody, descriptors: [SharedDescriptor]
    ) throws(GuestError) {
      try transmit(.event, route.rawValue, 0, body, descriptors)
    }

    func setHandler(_ handler: EventHandler?, for route: Route) {
      var mustDrain = state.withLock { $0.inboxes[route, default: .init()].setHandler(handler) }
      while mustDrain {
        guard let (handler, message) = state.withLock({ $0.inboxes[route]?.next() ?? nil }) else {
          mustDrain = false
          continue
        }
        handler(message)
      }
    }

    // MARK: Calls of the host

    func setHandler(_ handler: @escaping CallHandler, forCalls number: UInt16) {
      for call in state.withLock({ $0.calls.set(handler, for: number) }) { run(call, by: handler) }
    }

    func refuseOtherCalls() {
      for call in state.withLock({ $0.calls.refuseOthers() }) { refuse(call) }
    }

    private func take(_ call: HostCalls.Call) {
      switch state.withLock({ $0.calls.receive(call) }) {
      case .run(let handler): run(call, by: handler)
      case .refuse: refuse(call)
      case .wait: break
      }
    }

    private func run(_ call: HostCalls.Call, by handler: CallHandler) {
      handler(call.content) { [weak self] answer in self?.answer(answer, to: call) }
    }

    private func refuse(_ call: HostCalls.Call) {
      answer(
        .failure(WireFailure(.unknownRoute, "route \(call.number) is not answered here")), to: call)
    }

    private func answer(_ answer: CallAnswer, to call: HostCalls.Call) {
      do throws(GuestError) {
        switch answer {
        case .success(let body):
          try transmit(.reply, call.number, call.requestID, EncodedBody(body), [])
        case .failure(let failure):
          try transmit(.failure, call.number, call.requestID, failure, [])
        }
      } catch {
        Diagnostics.report("a call of the host could not be answered: \(error)")
      }
    }

    private func transmit(
      _ kind: MessageKind, _ number: UInt16, _ id: UInt64, _ body: some WireBody,
      _ descriptors: [SharedDescriptor]
    ) throws(GuestError) {
      do {
        let message = try Message(
          kind, number: number, requestID: id, body: body.encodedBody(),
          descriptorCount: descriptors.count)
        try socket.send(message.encoded, descriptors: descriptors)
      } catch let error as WireError {
        throw .wire(error)
      } catch let error as SystemError {
        throw error.name == "EPIPE" || error.name == "ECONNRESET" ? .closed : .system(error)
      } catch {
        throw .closed
      }
    }

    private func take(_ id: UInt64) -> Completion? {
      state.withLock { $0.pending.removeValue(forKey: id) }
    }

    // MARK: Reading

    var wire: SharedDescriptor { socket.descriptor }

    func readUntilClosed() {
      if let wait = WireWait(wire: wire) {
        while !wait.wait().wire || readOne() {}
      } else {
        while readOne(waiting: true) {}
      }
    }

    /// Reads a packet and delivers it.
    ///
    /// - Returns: False once the host is gone.
    func readOne(waiting: Bool = false) -> Bool {
      // Until it is delivered, so that two threads keep the packets' order.
      let isOpen = reading.withLock { _ in
        do throws(SystemError) {
          switch try socket.receive(waiting: waiting) {
          case .packet(let packet): deliver(packet)
          case .wouldBlock: break
          case .closed: return false
          }
          return true
        } catch {
          Diagnostics.report("the wire failed: \(error)")
          return false
        }
      }
      if !isOpen { close() }
      return isOpen
    }

    private func close() {
      let abandoned = state.withLock { state -> [Completion]? in
        guard !state.isClosed else { return nil }
        state.isClosed = true
        defer { state.pending = [:] }
        return state.pending.values.map { $0 }
      }
      guard let abandoned else { return }
      for completion in abandoned { completion(.failure(.closed)) }
      hangUp()
    }

    private func deliver(_ packet: PacketSocket.Packet) {
      let message: Message
      do throws(WireError) {
        message = try Message(packet: packet.bytes, descriptorCount: packet.descriptors.count)
      } catch {
        return Diagnostics.report("a packet of the host was dropped: \(error)")
      }
      let content = GuestMessage(body: message.body, descriptors: packet.descriptors)
      switch message.header.kind {
      case .reply: take(message.header.requestID)?(.success(content))
      case .failure:
        guard let completion = take(message.header.requestID) else { return }
        do throws(GuestError) {
          completion(.failure(.refused(try content.decode(WireFailure.self))))
        } catch {
          completion(.failure(error))
        }
      case .event:
        guard let route = message.header.route else { return }
        state.withLock { $0.inboxes[route, default: .init()].receive(content) }?(content)
      case .request:
        take(
          HostCalls.Call(
            number: message.header.routeNumber, requestID: message.header.requestID,
            content: content))
      }
    }
  }
}
