// SPDX-License-Identifier: MIT

import Foundation
import LockhostGuest
import LockhostSystem
import LockhostTesting
import LockhostWire
import Synchronization

/// The other end of a guest's wire: plays the host over a real socket, with real shared memory.
///
/// It answers every request as a host would that has two cameras and gives every permission; a test
/// can refuse a route, and asks what the guest sent.
final class MediaHost: Sendable {
  /// One message of the guest.
  struct Received: Sendable {
    let route: Route
    let kind: MessageKind
    let body: [UInt8]
    let descriptors: [SharedDescriptor]
  }

  private struct State {
    var received: [Received] = []
    var refusals: [Route: WireFailure] = [:]
    var frames: SharedFrames?
    var nextFrame: UInt64 = 0
    var photo: [UInt8] = Array("a photo".utf8)
    var photoPhases: [UInt32] = [1, 2, 3]
    var film: [UInt8] = Array("a film".utf8)
    var held: Set<Route> = []
    var unanswered: [(route: Route, id: UInt64, body: [UInt8])] = []
  }

  /// The camera's memory, written here and read by the guest.
  struct SharedFrames: Sendable {
    let file: MemoryFile
    let memory: MappedMemory
    let slotBytes: Int
    let width: Int
    let height: Int
    let bytesPerRow: Int
    let format: UInt32
  }

  static let slotCount = 3

  /// The guest's end, to bind with `GuestConnection.$bound`.
  let guest: GuestConnection
  private let peer: Peer

  init(cameras: [CameraDescription] = MediaHost.cameras) throws {
    let (ours, theirs) = try PacketSocket.pair()
    peer = Peer(socket: ours, cameras: cameras)
    Thread.detachNewThread { [peer] in peer.run() }
    guest = try GuestConnection(socket: theirs, role: .extension, hangUp: {})
  }

  /// Runs a body as SDK code of this host's guest.
  func launch<Result>(_ body: () throws -> Result) rethrows -> Result {
    try GuestConnection.$bound.withValue(guest) { try body() }
  }

  /// Runs a body as SDK code of this host's guest.
  nonisolated(nonsending) func launch<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await GuestConnection.$bound.withValue(guest) { try await body() }
  }

  // MARK: What the guest sent

  /// Every message so far on a route.
  func received(_ route: Route) -> [Received] {
    peer.state.withLock { $0.received.filter { $0.route == route } }
  }

  /// The routes of all requests so far, without the hello.
  var requests: [Route] {
    peer.state.withLock { state in
      state.received.filter { $0.kind == .request && $0.route != .hello }.map(\.route)
    }
  }

  /// The bodies on a route.
  func bodies<Body: WireBody>(_ route: Route, as type: Body.Type = Body.self) throws -> [Body] {
    try received(route).map { try Body(body: $0.body) }
  }

  /// Waits until the guest has sent so many messages on a route.
  ///
  /// - Returns: Those there are; fewer when nothing came for ten seconds.
  func wait(for count: Int, on route: Route) async -> [Received] {
    _ = await Waiting.until(within: .seconds(10)) { self.received(route).count >= count }
    return received(route)
  }

  // MARK: What the host does

  /// Refuses a route from now on.
  func refuse(_ route: Route, _ code: WireFailure.Code) {
    peer.state.withLock { $0.refusals[route] = WireFailure(code, "refused by the test") }
  }

  /// Leaves requests on a route without an answer until ``answerHeld()``.
  func hold(_ route: Route) { peer.state.withLock { _ = $0.held.insert(route) } }

  /// Answers what was held back.
  func answerHeld() {
    let held = peer.state.withLock { state in
      state.held = []
      defer { state.unanswered = [] }
      return state.unanswered
    }
    for request in held { peer.answer(request.route, request.id, body: request.body) }
  }

  /// What the next photos are, and which phases are reported for them.
  func takePhotos(_ file: [UInt8], phases: [UInt32] = [1, 2, 3]) {
    peer.state.withLock {
      $0.photo = file
      $0.photoPhases = phases
    }
  }

  /// Paints a slot in one colour and sends it as a frame.
  func sendFrame(slot: UInt32, value: UInt8, dropped: UInt32 = 0, at time: UInt64? = nil) throws {
    let (frames, number) = peer.state.withLock { state -> (SharedFrames?, UInt64) in
      defer { state.nextFrame += 1 }
      return (state.frames, state.nextFrame)
    }
    guard let frames else { throw MissingCamera() }
    let start = Int(slot) * frames.slotBytes
    for index in start..<(start + frames.slotBytes) {
      unsafe frames.memory.mutableBytes[index] = value
    }
    try send(
      .cameraFrame,
      CameraFrame(
        frame: number, timestampNanoseconds: time ?? (number + 1) * 33_000_000, slot: slot,
        width: UInt32(frames.width), height: UInt32(frames.height),
        bytesPerRow: UInt32(frames.bytesPerRow), droppedSinceLast: dropped,
        pixelFormat: frames.format))
  }

  /// Sends an event.
  func send(_ route: Route, _ body: some WireBody) throws {
    try peer.send(.event, route, id: 0, body: body.encodedBody(), descriptors: [])
  }

  struct MissingCamera: Error {}

  static let cameras = [
    CameraDescription(
      uniqueID: "back", localizedName: "Back Camera", position: .back,
      deviceType: "builtInWideAngleCamera",
      formats: [
        CameraFormat(
          width: 64, height: 48, maxFrameRate: 60, photoWidth: 640, photoHeight: 480),
        CameraFormat(
          width: 1280, height: 720, maxFrameRate: 30, photoWidth: 640, photoHeight: 480),
      ], minZoom: 1, maxZoom: 4, hasFlash: true, hasTorch: true, lensAperture: 1.8,
      fieldOfView: 69, sensorAngle: 90, exposureBias: [-2, 2], hasFocus: true,
      photoCodecs: ["jpeg", "hvc1"]),
    CameraDescription(
      uniqueID: "front", localizedName: "Front Camera", position: .front,
      deviceType: "builtInWideAngleCamera",
      formats: [
        CameraFormat(width: 64, height: 48, maxFrameRate: 30, photoWidth: 320, photoHeight: 240)
      ], minZoom: 1, maxZoom: 1, hasFlash: false, hasTorch: false, lensAperture: 2.2,
      fieldOfView: 62),
  ]

  // MARK: The peer

  private final class Peer: Sendable {
    let socket: PacketSocket
    let cameras: [CameraDescription]
    let state = Mutex(State())

    init(socket: PacketSocket, cameras: [CameraDescription]) {
      self.socket = socket
      self.cameras = cameras
    }

    func run() {
      while case .packet(let packet)? = try? socket.receive() {
        guard
          let message = try? Message(
            packet: packet.bytes, descriptorCount: packet.descriptors.count),
          let route = message.header.route
        else { continue }
        let isHeld = state.withLock { state in
          state.received.append(
            Received(
              route: route, kind: message.header.kind, body: message.body,
              descriptors: packet.descriptors))
          guard message.header.kind == .request, state.held.contains(route) else { return false }
          state.unanswered.append((route, message.header.requestID, message.body))
          return true
        }
        guard message.header.kind == .request, !isHeld else { continue }
        answer(route, message.header.requestID, body: message.body)
      }
    }

    func answer(_ route: Route, _ id: UInt64, body: [UInt8]) {
      do {
        if let refusal = state.withLock({ $0.refusals[route] }) {
          return try send(.failure, route, id: id, body: refusal.encodedBody(), descriptors: [])
        }
        let (reply, files) = try reply(route, body: body)
        try send(.reply, route, id: id, body: reply.encodedBody(), descriptors: files)
      } catch {
        // The guest is gone, or asked nonsense: its test fails by itself.
      }
    }

    private func reply(
      _ route: Route, body: [UInt8]
    ) throws -> (any WireBody, [SharedDescriptor]) {
      switch route {
      case .hello:
        return (
          LaunchContext(
            protocolVersion: ProtocolVersion.maximum, role: .extension, session: "test",
            bundleIdentifier: "test", bundlePath: "/bundle", containerPath: "/container",
            cameras: cameras), []
        )
      case .cameraAuthorization, .photosAuthorization, .photosRequestAuthorization:
        return (AuthorizationStatus(status: 3), [])
      case .cameraRequestAccess: return (MediaAccess(granted: true), [])
      case .cameraStart: return try start(CameraStart(body: body))
      case .photoCapture: return try capture(PhotoCapture(body: body))
      case .movieStop:
        let film = state.withLock { $0.film }
        return (
          RecordedMovie(
            recordingID: try MovieStop(body: body).recordingID, frames: 3, seconds: 0.1,
            bytes: film.count, dropped: 0),
          [try MemoryFile.sealed(name: "film", content: film).descriptor]
        )
      case .photosAdd:
        let count = try PhotosAdd(body: body).assets.count
        let before = state.withLock { $0.received.count { $0.route == .photosAdd } }
        return (PhotosAdded(identifiers: (0..<count).map { "asset-\(before)-\($0)" }), [])
      default: return (EmptyBody(), [])
      }
    }

    private func start(_ start: CameraStart) throws -> (any WireBody, [SharedDescriptor]) {
      let isTurned = (start.rotationAngle ?? 0) % 180 != 0
      let (width, height) =
        isTurned ? (start.height, start.width) : (start.width, start.height)
      let bytesPerRow = start.pixelFormat == "BGRA" ? width * 4 : width
      let slotBytes = width * height * 4
      let stream = CameraStream(
        width: width, height: height, bytesPerRow: bytesPerRow,
        pixelFormat: start.pixelFormat, slotCount: start.deliversFrames ? MediaHost.slotCount : 0,
        slotBytes: slotBytes)
      guard start.deliversFrames else { return (stream, []) }
      let file = try MemoryFile.create(
        name: "frames", bytes: slotBytes * MediaHost.slotCount)
      let memory = try file.map(writable: true)
      try file.addSeals([.shrink, .grow, .futureWrite])
      state.withLock {
        $0.frames = SharedFrames(
          file: file, memory: memory, slotBytes: slotBytes, width: width, height: height,
          bytesPerRow: bytesPerRow,
          format: start.pixelFormat.utf8.reduce(0) { $0 << 8 | UInt32($1) })
      }
      return (stream, [file.descriptor])
    }

    private func capture(_ asked: PhotoCapture) throws -> (any WireBody, [SharedDescriptor]) {
      let (photo, phases) = state.withLock { ($0.photo, $0.photoPhases) }
      for phase in phases {
        try send(
          .event, .photoProgress, id: 0,
          body: PhotoProgress(uniqueID: asked.uniqueID, phase: phase).encodedBody(),
          descriptors: [])
      }
      return (
        CapturedPhoto(uniqueID: asked.uniqueID, width: 640, height: 480, orientation: 1),
        [try MemoryFile.sealed(name: "photo", content: photo).descriptor]
      )
    }

    func send(
      _ kind: MessageKind, _ route: Route, id: UInt64, body: [UInt8],
      descriptors: [SharedDescriptor]
    ) throws {
      let message = try Message(
        kind, route, requestID: id, body: body, descriptorCount: descriptors.count)
      try socket.send(message.encoded, descriptors: descriptors)
    }
  }
}
