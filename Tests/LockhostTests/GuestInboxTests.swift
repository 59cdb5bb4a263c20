// SPDX-License-Identifier: MIT

import LockhostServices
import LockhostSystem
import LockhostWire
import Testing

@testable import Lockhost

@Suite("What a guest sends is judged")
struct GuestInboxTests {
  private static let start = MonotonicInstant(nanoseconds: 1_000_000_000)
  private var inbox = GuestInbox(role: .extension, now: start)

  private func packet(_ message: Message) -> PacketSocket.Packet {
    PacketSocket.Packet(bytes: message.encoded, descriptors: [], isTruncated: false)
  }

  private func request(
    _ route: Route, _ body: some WireBody = EmptyBody()
  ) throws -> PacketSocket.Packet {
    packet(try Message(.request, route, requestID: 7, body: body.encodedBody()))
  }

  private func hello(role: GuestRole = .extension, versions: ClosedRange<Int> = 1...1) -> Hello {
    Hello(
      protocolMinimum: versions.lowerBound, protocolMaximum: versions.upperBound, role: role,
      sdk: "test")
  }

  private mutating func verdict(
    _ packet: PacketSocket.Packet, _ state: Admission.State? = .presented
  ) -> GuestInbox.Verdict {
    inbox.judge(packet, in: state, now: Self.start)
  }

  private func failure(_ verdict: GuestInbox.Verdict) -> WireFailure.Code? {
    guard case .refuse(_, _, let failure) = verdict else { return nil }
    return failure.code
  }

  @Test("a hello is taken once, and only with the role of the launch")
  mutating func hello() throws {
    guard case .breach = verdict(try request(.hello, hello(role: .app)), nil) else {
      Issue.record("a guest of another kind was let in")
      return
    }
    guard case .hello(_, version: 1, requestID: 7) = verdict(try request(.hello, hello()), nil)
    else {
      Issue.record("the first hello was not taken")
      return
    }
    #expect(failure(verdict(try request(.hello, hello()), .connected)) == .notPermitted)
  }

  @Test("what came to nothing is in the story, and what was on its way at the end is not")
  mutating func story() throws {
    #expect(inbox.ignored.isEmpty)
    for _ in 0..<3 {
      _ = verdict(PacketSocket.Packet(bytes: [1, 2, 3], descriptors: [], isTruncated: false))
    }
    _ = verdict(try request(.hello, hello()), .connected)
    #expect(inbox.ignored.count == 2)
    #expect(inbox.ignored[0].hasPrefix("3 messages of the guest made no sense, the first: "))
    #expect(inbox.ignored[1].hasPrefix("a message of the guest came to nothing: hello"))
    let late = packet(try Message(.event, .sceneUpdate, body: EmptyBody().encodedBody()))
    let before = inbox.ignored
    _ = verdict(late, .ending)
    #expect(inbox.ignored == before)
  }

  @Test("a crash may be told at any time, before hello too, and by nobody of another size")
  mutating func crash() throws {
    let crash = GuestCrash(signal: 11, code: 1, address: 64, thread: 2, registers: [])
    let told = packet(try Message(.event, .guestCrash, body: crash.encodedBody()))
    for state in [nil, .connected, .presented, .ending] as [Admission.State?] {
      inbox = GuestInbox(role: .extension, now: Self.start)
      guard case .event(.guestCrash, let body) = verdict(told, state) else {
        Issue.record("not taken in state \(state.map { "\($0)" } ?? "none")")
        continue
      }
      #expect(try GuestCrash(body: body).signal == 11)
    }
    #expect(throws: WireError.self) { try GuestCrash(body: [1, 2, 3]) }
  }

  @Test("versions that do not meet are told apart from nonsense")
  mutating func versions() throws {
    guard
      case .versionMismatch = verdict(try request(.hello, hello(versions: 2...9)), nil)
    else {
      Issue.record("a guest from the future was let in")
      return
    }
  }

  @Test("nothing is allowed before hello")
  mutating func beforeHello() throws {
    #expect(failure(verdict(try request(.cameraStop), nil)) == .notPermitted)
  }

  @Test("a route that no service offers is refused")
  mutating func notOffered() throws {
    #expect(failure(verdict(try request(.cameraStop))) == .unknownRoute)
  }

  @Test("a route that nobody knows is refused by its number")
  mutating func unknownNumber() throws {
    let header = try MessageHeader(
      kind: .request, routeNumber: 0x7777, descriptorCount: 0, requestID: 9)
    let refused = verdict(packet(try Message(header: header, body: [])))
    guard case .refuse(routeNumber: 0x7777, requestID: 9, let failure) = refused else {
      Issue.record("not refused but \(refused)")
      return
    }
    #expect(failure.code == .unknownRoute)
  }

  @Test("what a service offers is delivered, within its rate")
  mutating func delivered() throws {
    inbox.admit(
      [Admission(.cameraStop, rate: .init(perSecond: 1, burst: 2))], now: Self.start)
    for _ in 0..<2 {
      guard case .deliver(_, requestID: 7, isRequest: true) = verdict(try request(.cameraStop))
      else {
        Issue.record("not delivered")
        return
      }
    }
    #expect(failure(verdict(try request(.cameraStop))) == .tooMany)
  }

  @Test("a guest may not speak the host's lines")
  mutating func hostsLines() throws {
    guard case .drop = verdict(packet(try Message(.event, .present, body: []))) else {
      Issue.record("the host's event was taken from a guest")
      return
    }
  }

  @Test("garbage is dropped, and too much of it is a breach")
  mutating func garbage() throws {
    let garbage = PacketSocket.Packet(
      bytes: [UInt8](repeating: 0xAB, count: 40), descriptors: [], isTruncated: false)
    for _ in 0..<GuestInbox.faultLimit {
      guard case .drop = verdict(garbage) else {
        Issue.record("garbage was not dropped")
        return
      }
    }
    guard case .breach = verdict(garbage) else {
      Issue.record("no breach")
      return
    }
  }

  @Test("a packet that was cut off, and one with more descriptors than it says, are garbage")
  mutating func cutOff() throws {
    let whole = try request(.cameraStop)
    let truncated = PacketSocket.Packet(
      bytes: whole.bytes, descriptors: [], isTruncated: true)
    guard case .drop = verdict(truncated) else {
      Issue.record("a truncated packet was taken")
      return
    }
    let surplus = PacketSocket.Packet(
      bytes: whole.bytes, descriptors: [try SharedDescriptor.null()], isTruncated: false)
    guard case .drop = verdict(surplus) else {
      Issue.record("a surplus descriptor was taken")
      return
    }
  }

  @Test("any bytes at all get a verdict", arguments: 0..<64)
  mutating func anyBytes(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
    for _ in 0..<200 {
      var bytes = (0..<Int(next() % 80)).map { _ in UInt8(truncatingIfNeeded: next()) }
      // Half of them look like messages from the outside.
      if bytes.count >= 16, next() % 2 == 0 {
        bytes.replaceSubrange(0..<4, with: [0x4C, 0x48, 1, UInt8(next() % 4)])
      }
      _ = verdict(PacketSocket.Packet(bytes: bytes, descriptors: [], isTruncated: next() % 9 == 0))
    }
  }
}
