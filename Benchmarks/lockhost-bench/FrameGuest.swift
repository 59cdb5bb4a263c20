// SPDX-License-Identifier: MIT

import CLinux
import LockhostDevice
import LockhostServices
import LockhostSystem
import LockhostWire
import Synchronization

/// A running camera whose frames go to a process of their own, as a session's do.
final class FrameGuest: SessionLink {
  private let socket: PacketSocket
  private let process: Int32
  private let loop: EventLoop
  private let handler = Mutex<CameraHandler?>(nil)
  private let watch = Mutex<EventWatch?>(nil)
  private let answer = Mutex<[Double]?>(nil)

  /// How many frames it was told of that it did not get.
  let dropped = Atomic<Int>(0)

  /// Called on the camera's queue when a frame stands in its slot, before anybody is told.
  private let onDrawn: @Sendable (CameraFrame) -> Void

  /// Starts the process and the camera.
  init(
    _ scene: CameraScene, format: FramePixelFormat, pace: FrameReader.Pace = .quick,
    rate: Double = 60, loop: EventLoop,
    onDrawn: @escaping @Sendable (CameraFrame) -> Void = { _ in }
  ) async throws {
    self.onDrawn = onDrawn
    let (near, far) = try PacketSocket.pair()
    socket = near
    self.loop = loop
    var process: Int32 = 0
    let path = try ProgramFolder.path(of: "lockhost-bench")
    let code = unsafe lh_spawn_program(
      path, pace.rawValue, nil, far.descriptor.rawValue, &process)
    guard code == 0 else { throw SystemError(call: "posix_spawn(3)", code: code) }
    self.process = process
    let camera = CameraHandler(
      scene: scene, permissions: Permissions { _ in .authorized }, link: self)
    handler.withLock { $0 = camera }
    let body = try CameraStart(
      device: CameraDevice.back.uniqueID, outputs: [.video], width: 1920, height: 1080,
      frameRate: rate, pixelFormat: format.rawValue, deliversFrames: true
    ).encodedBody()
    let made = try loop.watch(socket.descriptor, for: .input) { [weak self] in self?.read() }
    watch.withLock { $0 = made }
    try await withCheckedThrowingContinuation { continuation in
      camera.handle(ServiceRequest(route: .cameraStart, body: body)) { [self] answer in
        continuation.resume(with: Result { try begin(answer) })
      }
    }
  }

  /// Hands the memory over.
  ///
  /// Called on the camera's queue, before the first frame.
  private func begin(_ answer: ServiceAnswer) throws {
    guard case .reply(let body, let descriptors) = answer else {
      throw MeasurementFailure(description: "the camera did not start: \(answer)")
    }
    let stream = try CameraStream(body: body)
    let format = FramePixelFormat(rawValue: stream.pixelFormat) ?? .bgra
    _ = try socket.send(
      FrameReader.bytes(of: [
        UInt32(stream.slotBytes), UInt32(format.bytes(width: stream.width, height: stream.height)),
      ]), descriptors: descriptors)
  }

  private func read() {
    while case .packet(let packet)? = try? socket.receive(waiting: false) {
      if let release = try? CameraRelease(body: packet.bytes) {
        handler.withLock { $0 }?.service.release(slot: Int(release.slot))
      } else {
        answer.withLock { $0 = FrameReader.delays(packet.bytes) }
      }
    }
  }

  func post(_ route: Route, body: [UInt8], descriptors: [SharedDescriptor]) -> Bool {
    if let frame = try? CameraFrame(body: body) {
      dropped.wrappingAdd(Int(frame.droppedSinceLast), ordering: .relaxed)
      onDrawn(frame)
    }
    return (try? socket.send(body, descriptors: descriptors, waiting: false)) ?? false
  }

  func note(_ fact: SessionFact) {}

  /// Stops the camera, and asks the process how late each frame was, in microseconds.
  func finish() async throws -> [Double] {
    guard let camera = handler.withLock({ $0 }) else { return [] }
    await withCheckedContinuation { done in camera.service.stop { done.resume() } }
    try socket.send([0])
    let deadline = MonotonicInstant.now.advanced(by: .seconds(10))
    while answer.withLock({ $0 }) == nil, MonotonicInstant.now < deadline {
      try await Task.sleep(for: .milliseconds(5))
    }
    watch.withLock { $0.take() }?.cancel()
    lh_end_child(process)
    return answer.withLock { $0 } ?? []
  }
}
