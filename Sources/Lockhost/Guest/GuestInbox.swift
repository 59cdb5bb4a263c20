// SPDX-License-Identifier: MIT

import LockhostServices
import LockhostSystem
import LockhostWire

/// What a guest sends, judged: how much of it, whether it makes sense, and whether it may.
///
/// A value without a socket, so that every judgement can be tested on bytes.
struct GuestInbox {
  /// What is to be done with one packet.
  enum Verdict {
    /// It is a hello, the first.
    case hello(Hello, version: Int, requestID: UInt64)
    /// A service takes it.
    case deliver(ServiceRequest, requestID: UInt64, isRequest: Bool)
    /// A service of the extension point's own takes it.
    case deliverOwn(PluginService, body: [UInt8], [SharedDescriptor], requestID: UInt64)
    /// It answers a call of the host.
    case answer(requestID: UInt64, Result<PluginAnswer, WireFailure>)
    /// The session itself takes it.
    case event(Route, body: [UInt8])
    /// It is answered with a refusal.
    case refuse(routeNumber: UInt16, requestID: UInt64, WireFailure)
    /// Nothing is done.
    case drop
    /// The guest has sent more nonsense than any mistake explains.
    case breach(String)
    /// The guest speaks no version that the host speaks.
    case versionMismatch(Hello, requestID: UInt64)
  }

  /// How many messages that make no sense a guest may send.
  static let faultLimit = 256

  /// How much a guest may send, counted in messages and in kibibytes: past it the host reads more
  /// slowly, and the guest waits for the host.
  static let rate = Admission.Rate(perSecond: 8_000, burst: 2_000)

  private static let sessionEvents: [Admission] = [
    Admission(.sceneUpdate, rate: .init(perSecond: 30, burst: 60)),
    Admission(.activityHandled, from: [.app], rate: .init(perSecond: 20, burst: 20)),
    Admission(.delayAppearance, from: [.app], rate: .init(perSecond: 20, burst: 20)),
    // Only the first counts; it may come before hello, and after the order to leave.
    Admission(
      .guestCrash, in: Set(Admission.State.allCases), rate: .init(perSecond: 1, burst: 2)),
  ]

  private let role: GuestRole
  private var table: AdmissionTable
  private var bucket: TokenBucket
  private var debt = 0
  private var faults = 0
  private var nonsense = IgnoredMessages()
  private var refused = IgnoredMessages()
  private var hasSaidHello = false
  private var own: OwnServices
  /// The calls of the host that have not been answered, with their routes; the ones that the host
  /// has given up on as well, since their answers may still come.
  private var calls: [UInt64: UInt16] = [:]

  init(role: GuestRole, services: [PluginService] = [], now: MonotonicInstant) {
    self.role = role
    own = OwnServices(services, now: now)
    table = AdmissionTable(Self.sessionEvents, now: now)
    bucket = TokenBucket(Self.rate, now: now)
  }

  /// Takes the services' tables; the session's own lines win.
  mutating func admit(_ admissions: [Admission], now: MonotonicInstant) {
    table = AdmissionTable(Self.sessionEvents + admissions, now: now)
  }

  /// Expects an answer.
  mutating func expect(answerTo requestID: UInt64, on number: UInt16) { calls[requestID] = number }

  /// Charges the guest for a packet that was read.
  mutating func charge(bytes: Int) { debt += 1 + bytes / 1024 }

  /// Whether the guest has paid for what was read.
  ///
  /// - Returns: False when it should wait for the host.
  mutating func isPaidUp(now: MonotonicInstant) -> Bool {
    guard debt > 0 else { return true }
    guard bucket.take(debt, now: now) else { return false }
    debt = 0
    return true
  }

  /// What the guest sent for nothing, in sentences; a guest that keeps to the rules sends none.
  var ignored: [String] {
    [nonsense.sentence("made no sense"), refused.sentence("came to nothing")].compactMap(\.self)
  }

  /// Judges one packet.
  mutating func judge(
    _ packet: PacketSocket.Packet, in state: Admission.State?, now: MonotonicInstant
  ) -> Verdict {
    guard !packet.isTruncated else {
      return fault("a packet longer than \(WireLimits.packetBytes) bytes")
    }
    let message: Message
    do {
      message = try Message(packet: packet.bytes, descriptorCount: packet.descriptors.count)
    } catch {
      return fault("\(error)")
    }
    let header = message.header
    guard header.kind == .request || header.kind == .event else {
      return answer(message, packet.descriptors)
    }
    if let service = own.service(for: header.routeNumber), header.kind == .request {
      return deliver(message, packet.descriptors, to: service, in: state, now: now)
    }
    guard let route = header.route else {
      return header.kind == .request
        ? refuse(message, .unknownRoute, "route \(header.routeNumber) is not known") : .drop
    }
    guard route.sender == .guest, route.kind == header.kind else {
      return fault("\(route.name) as a \(header.kind)")
    }
    if route == .hello { return hello(message, state) }
    if route == .guestCrash, state == nil { return .event(route, body: message.body) }
    guard let state else {
      return refuse(message, .notPermitted, "\(route.name) before hello")
    }
    if let failure = table.refusal(
      of: route, from: role, in: state, descriptors: packet.descriptors.count, now: now)
    {
      // What is on its way when the guest is told to leave is no mistake.
      if state != .ending { refused.note(failure.message) }
      return header.kind == .request ? refuse(message, failure) : .drop
    }
    if Self.sessionEvents.contains(where: { $0.route == route }) {
      return .event(route, body: message.body)
    }
    let request = ServiceRequest(
      route: route, body: message.body, descriptors: packet.descriptors)
    return .deliver(request, requestID: header.requestID, isRequest: header.kind == .request)
  }

  private mutating func answer(
    _ message: Message, _ descriptors: [SharedDescriptor]
  ) -> Verdict {
    let header = message.header
    guard let number = calls.removeValue(forKey: header.requestID), number == header.routeNumber
    else { return fault("an answer to a question that was not asked") }
    guard header.kind == .failure else {
      return .answer(
        requestID: header.requestID,
        .success(PluginAnswer(body: message.body, descriptors: descriptors)))
    }
    let failure =
      (try? WireFailure(body: message.body))
      ?? WireFailure(.badMessage, "the plug-in refused in words that make no sense")
    return .answer(requestID: header.requestID, .failure(failure))
  }

  private mutating func deliver(
    _ message: Message, _ descriptors: [SharedDescriptor], to service: PluginService,
    in state: Admission.State?, now: MonotonicInstant
  ) -> Verdict {
    guard let state, state != .ending else {
      return refuse(
        message, WireFailure(.notPermitted, "route \(service.route) outside of a session"))
    }
    guard own.take(service, now: now) else {
      return refuse(
        message, .tooMany,
        "route \(service.route) may come \(service.callsPerSecond) times a second")
    }
    return .deliverOwn(
      service, body: message.body, descriptors, requestID: message.header.requestID)
  }

  private mutating func hello(_ message: Message, _ state: Admission.State?) -> Verdict {
    guard !hasSaidHello, state == nil else {
      return refuse(message, .notPermitted, "hello was said already")
    }
    let hello: Hello
    do {
      hello = try Hello.reading(message.body)
    } catch {
      return refuse(message, .badMessage, "\(error)")
    }
    guard hello.role == role else {
      return .breach(
        "it says that it is a \(hello.role.rawValue), and was launched as a \(role.rawValue)")
    }
    guard
      let version = ProtocolVersion.negotiate(
        offered: (hello.protocolMinimum, hello.protocolMaximum))
    else { return .versionMismatch(hello, requestID: message.header.requestID) }
    hasSaidHello = true
    return .hello(hello, version: version, requestID: message.header.requestID)
  }

  private mutating func refuse(
    _ message: Message, _ code: WireFailure.Code, _ text: String
  ) -> Verdict {
    refused.note(text)
    return refuse(message, WireFailure(code, text))
  }

  private func refuse(_ message: Message, _ failure: WireFailure) -> Verdict {
    .refuse(
      routeNumber: message.header.routeNumber, requestID: message.header.requestID, failure)
  }

  private mutating func fault(_ what: String) -> Verdict {
    faults += 1
    nonsense.note(what)
    guard faults <= Self.faultLimit else {
      return .breach("more than \(Self.faultLimit) messages that make no sense, the last: \(what)")
    }
    return .drop
  }
}
