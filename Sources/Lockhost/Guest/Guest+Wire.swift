// SPDX-License-Identifier: MIT

import LockhostServices
import LockhostSystem
import LockhostWire

/// The guest's messages, as they come in.
extension Guest {
  /// How much is taken at a time, before others on the loop get their turn.
  private static let packetsPerTurn = 64
  private static let bytesPerTurn = 4 * WireLimits.packetBytes

  /// How often a screen is looked at: what comes in between is replaced by what comes after it.
  private static let sceneInterval = Duration.milliseconds(100)

  /// How long a guest waits that sends faster than the host reads.
  private static let pause = Duration.milliseconds(20)

  /// How long a guest that has closed its connection may go on without it.
  private static let hangUpGrace = Duration.seconds(1)

  func readWire() {
    var bytes = 0
    for _ in 0..<Self.packetsPerTurn where bytes < Self.bytesPerTurn {
      guard phase < .dead, let channel else { return }
      guard inbox.isPaidUp(now: .now) else {
        pauseReading(channel.socket)
        return
      }
      switch Result(catching: { () throws(SystemError) in
        try channel.socket.receive(maximumBytes: WireLimits.packetBytes + 1, waiting: false)
      }) {
      case .success(.packet(let packet)):
        bytes += packet.bytes.count
        inbox.charge(bytes: packet.bytes.count)
        take(inbox.judge(packet, in: admissionState, now: .now), over: channel)
      case .success(.wouldBlock): return
      case .success(.closed), .failure:
        hungUp()
        return
      }
    }
  }

  private var admissionState: Admission.State? {
    switch phase {
    case .starting, .running, .dead: nil
    case .connected: .connected
    case .presented: .presented
    case .ready: .ready
    case .ending: .ending
    }
  }

  private func take(_ verdict: GuestInbox.Verdict, over channel: GuestChannel) {
    switch verdict {
    case .drop: break
    case .breach(let what): end(.protocolBreach(what))
    case .refuse(let number, let id, let failure):
      channel.refuse(routeNumber: number, requestID: id, failure)
    case .versionMismatch(let hello, let id):
      channel.answer(
        .failure(
          WireFailure(
            .unsupported,
            "the guest speaks versions \(hello.protocolMinimum) to \(hello.protocolMaximum), the "
              + "host \(ProtocolVersion.minimum) to \(ProtocolVersion.maximum)")),
        to: .hello, requestID: id)
      dismiss(
        .hostError(
          code: "LH2010",
          message: "the guest speaks protocol versions \(hello.protocolMinimum) to "
            + "\(hello.protocolMaximum), this host \(ProtocolVersion.minimum) to "
            + "\(ProtocolVersion.maximum)"), reason: .terminated, grace: .zero)
    case .hello(let hello, let version, let id):
      guard phase == .running else { return }
      guard let body = try? plan.contexts.body(of: placed(plan.context(version))) else {
        end(.hostError(code: "LH9002", message: "the launch context is too large"))
        return
      }
      channel.answer(.reply(body: body, descriptors: []), to: .hello, requestID: id)
      connected(hello, version: version)
      present()
    case .deliver(let request, let id, let isRequest):
      guard let service = serviceForRoute[request.route] else { return }
      if isRequest {
        service.handle(request) { answer in
          channel.answer(answer, to: request.route, requestID: id)
        }
      } else {
        service.handleEvent(request)
      }
    case .deliverOwn(let service, let body, let descriptors, let id):
      take(.fact(.requirement(.init(own: service.route), isMet: true)))
      Task {
        let answer = await service.handle(body, descriptors)
        channel.answer(answer, toNumber: service.route, requestID: id)
      }
    case .answer(let id, let result): calls.settle(id, result.mapError(PluginCallFailure.refused))
    case .event(let route, let body): take(route, body)
    }
  }

  /// The context with the paths that this guest finds its files at.
  private func placed(_ context: LaunchContext) -> LaunchContext {
    var context = context
    context.bundlePath = place(of: context.bundlePath)
    context.containerPath = place(of: context.containerPath)
    context.sessionContentPath = context.sessionContentPath.map(place)
    context.sessionContentPaths = context.sessionContentPaths.map(place)
    return context
  }

  private func take(_ route: Route, _ body: [UInt8]) {
    switch route {
    case .sceneUpdate: keepScene(body)
    case .activityHandled:
      if let handled = try? ActivityHandled(body: body) { onEvent(.activityHandled(handled)) }
    case .delayAppearance:
      if let delay = try? DelayAppearance(body: body) { onEvent(.delaysAppearance(delay.begin)) }
    case .guestCrash: takeCrash(body)
    default: break
    }
  }

  /// Keeps the newest screen, and looks at it soon: reading it is the dearest thing that a guest can
  /// make the host do, and only the last one counts.
  private func keepScene(_ body: [UInt8]) {
    let isWaited = newestScene != nil
    newestScene = body
    guard !isWaited else { return }
    let next = lastScene.map { $0.advanced(by: Self.sceneInterval) } ?? .now
    _ = loop.schedule(at: max(next, .now)) { [weak self] in
      self?.assumeIsolated { $0.lookAtScene() }
    }
  }

  private func lookAtScene() {
    guard phase < .dead, let body = newestScene else { return }
    newestScene = nil
    lastScene = .now
    if let update = try? SceneUpdate(body: body) { onEvent(.scene(update.elements)) }
  }

  /// Stops reading for a moment; the socket fills up, and the guest waits.
  private func pauseReading(_ socket: PacketSocket) {
    wireWatch?.cancel()
    wireWatch = nil
    _ = loop.schedule(at: .now.advanced(by: Self.pause)) { [weak self] in
      self?.assumeIsolated { $0.resumeReading(socket) }
    }
  }

  private func resumeReading(_ socket: PacketSocket) {
    guard phase < .dead, wireWatch == nil else { return }
    wireWatch = try? loop.watch(socket.descriptor, for: .input) { [weak self] in
      self?.assumeIsolated { $0.readWire() }
    }
  }

  /// The guest's end of the wire is closed: it has ended, is about to, or has let go of it.
  private func hungUp() {
    wireWatch?.cancel()
    wireWatch = nil
    _ = loop.schedule(at: .now.advanced(by: Self.hangUpGrace)) { [weak self] in
      self?.assumeIsolated { guest in
        guard guest.phase < .dead else { return }
        guest.end(.protocolBreach("it closed its connection and went on without it"))
      }
    }
  }
}
