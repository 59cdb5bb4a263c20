// SPDX-License-Identifier: MIT

import LockhostServices
import LockhostSystem
import LockhostWire
import Synchronization

/// The host's end of the wire to one guest: sends without ever waiting, from any thread.
///
/// A guest that does not read costs itself: its events are dropped and counted, its answers are kept
/// up to a limit, and past that it is reported as one that does not read.
final class GuestChannel: SessionLink {
  /// The most bytes of answers that wait for a guest to read.
  static let waitingLimit = ByteCount.mebibytes(1)

  /// What a channel tells its owner, from any thread.
  enum Notice: Sendable {
    /// A service noted a fact.
    case fact(SessionFact)
    /// More answers wait than a guest that reads can leave lying.
    case doesNotRead
  }

  private struct Waiting {
    let packet: [UInt8]
    let descriptors: [SharedDescriptor]
  }

  private struct State {
    var waiting: [Waiting] = []
    var waitingBytes = 0
    var droppedEvents = 0
    var isClosed = false
    var watch: EventWatch?
  }

  let socket: PacketSocket
  private let loop: EventLoop
  private let onNotice: @Sendable (Notice) -> Void
  private let state = Mutex(State())

  init(socket: PacketSocket, loop: EventLoop, onNotice: @escaping @Sendable (Notice) -> Void) {
    self.socket = socket
    self.loop = loop
    self.onNotice = onNotice
  }

  /// How many events were dropped because the guest did not read them.
  var droppedEvents: Int { state.withLock { $0.droppedEvents } }

  func note(_ fact: SessionFact) {
    onNotice(.fact(fact))
  }

  @discardableResult
  func post(_ route: Route, body: [UInt8], descriptors: [SharedDescriptor]) -> Bool {
    // The host wrote this message; one that does not fit its own limits is a bug, and dropped.
    guard
      let packet = try? Message(
        .event, route, body: body, descriptorCount: descriptors.count
      ).encoded
    else { return false }
    return state.withLock { state in
      // Order is kept: nothing overtakes an answer that waits.
      guard !state.isClosed, state.waiting.isEmpty,
        (try? socket.send(packet, descriptors: descriptors, waiting: false)) == true
      else {
        state.droppedEvents += 1
        return false
      }
      return true
    }
  }

  /// Answers a request.
  func answer(_ answer: ServiceAnswer, to route: Route, requestID: UInt64) {
    self.answer(answer, toNumber: route.rawValue, requestID: requestID)
  }

  /// Makes a request of the host's, which waits like an answer when the guest does not read.
  ///
  /// - Returns: Whether it fits into a message.
  func call(
    _ number: UInt16, body: [UInt8], descriptors: [SharedDescriptor], requestID: UInt64
  ) -> Bool {
    guard
      let packet = try? Message(
        .request, number: number, requestID: requestID, body: body,
        descriptorCount: descriptors.count
      ).encoded
    else { return false }
    send(packet, descriptors)
    return true
  }

  /// Answers a request on a route that only its number is known of.
  func answer(_ answer: ServiceAnswer, toNumber number: UInt16, requestID: UInt64) {
    let kind: MessageKind
    let body: [UInt8]
    var descriptors: [SharedDescriptor] = []
    switch answer {
    case .reply(let reply, let sent):
      kind = .reply
      body = reply
      descriptors = sent
    case .failure(let failure):
      kind = .failure
      body = Self.body(of: failure)
    }
    guard
      let packet = try? Message(
        kind, number: number, requestID: requestID, body: body,
        descriptorCount: descriptors.count
      ).encoded
    else { return }
    send(packet, descriptors)
  }

  /// Answers a request whose route this version does not know, by its number.
  func refuse(routeNumber: UInt16, requestID: UInt64, _ failure: WireFailure) {
    guard
      let header = try? MessageHeader(
        kind: .failure, routeNumber: routeNumber, descriptorCount: 0, requestID: requestID),
      let message = try? Message(header: header, body: Self.body(of: failure))
    else { return }
    send(message.encoded, [])
  }

  /// Stops sending, and lets go of what waits.
  func close() {
    let watch = state.withLock { state in
      state.isClosed = true
      state.waiting = []
      state.waitingBytes = 0
      return state.watch.take()
    }
    watch?.cancel()
  }

  private static func body(of failure: WireFailure) -> [UInt8] {
    (try? failure.encodedBody()) ?? []
  }

  private func send(_ packet: [UInt8], _ descriptors: [SharedDescriptor]) {
    let isStuck = state.withLock { state -> Bool in
      guard !state.isClosed else { return false }
      if state.waiting.isEmpty {
        switch Result(catching: { () throws(SystemError) in
          try socket.send(packet, descriptors: descriptors, waiting: false)
        }) {
        case .success(true): return false
        case .success(false): break
        // The guest is gone, or its socket is: the loop sees that for itself.
        case .failure: return false
        }
      }
      state.waiting.append(Waiting(packet: packet, descriptors: descriptors))
      state.waitingBytes += packet.count
      if state.watch == nil {
        // A second descriptor: an event loop watches each descriptor once, and the first is watched
        // for input.
        state.watch = try? loop.watch(
          SharedDescriptor(try socket.descriptor.duplicate()), for: .output
        ) { [weak self] in self?.flush() }
      }
      return state.waitingBytes > Self.waitingLimit.bytes
    }
    if isStuck { onNotice(.doesNotRead) }
  }

  private func flush() {
    let finished = state.withLock { state -> EventWatch? in
      var sent = 0
      for item in state.waiting {
        guard
          (try? socket.send(item.packet, descriptors: item.descriptors, waiting: false)) != false
        else { break }
        sent += 1
        state.waitingBytes -= item.packet.count
      }
      state.waiting.removeFirst(sent)
      return state.waiting.isEmpty ? state.watch.take() : nil
    }
    finished?.cancel()
  }
}
