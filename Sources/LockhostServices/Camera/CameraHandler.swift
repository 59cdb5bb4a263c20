// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostSystem
import LockhostWire
import Synchronization

/// Speaks for the camera on the wire: permissions, start, stop, frames.
package final class CameraHandler: Service {
  /// What a guest must do with the camera before the watchdog's deadline.
  package static let requirement = Requirement(
    id: Requirement.ID("camera"), title: "a running camera session with at least one output")

  /// The camera itself, for the session and for other services.
  package let service: CameraService
  private let permissions: Permissions

  /// Makes the camera of a session.
  package init(scene: CameraScene, permissions: Permissions, link: any SessionLink) {
    self.permissions = permissions
    let isFirst = Latch()
    service = CameraService(
      scene: scene, permissions: permissions,
      observer: CameraService.Observer(
        frame: { [weak link] frame in
          guard let link else { return false }
          let isPosted = link.post(.cameraFrame, body: Self.body(of: frame))
          if isPosted, isFirst.close() { link.note(.firstFrame) }
          return isPosted
        },
        isInUse: { [weak link] isInUse in
          link?.note(.requirement(Self.requirement.id, isMet: isInUse))
        }))
  }

  package var admissions: [Admission] {
    [
      Admission(.cameraAuthorization, rate: .init(perSecond: 20, burst: 100)),
      Admission(.cameraRequestAccess, rate: .init(perSecond: 2, burst: 10)),
      Admission(.cameraStart, rate: .init(perSecond: 4, burst: 16)),
      // A guest that is told to leave stops its camera on its way out.
      Admission(
        .cameraStop, in: [.connected, .presented, .ready, .ending],
        rate: .init(perSecond: 4, burst: 16)),
      Admission(
        .cameraRelease, in: [.connected, .presented, .ready, .ending],
        rate: .init(perSecond: 2 * CameraFormatLimits.maximumRate, burst: 4 * FrameSlots.count)),
    ]
  }

  package func handle(
    _ request: ServiceRequest, answer: @escaping @Sendable (ServiceAnswer) -> Void
  ) {
    do throws(WireFailure) {
      switch request.route {
      case .cameraAuthorization:
        let asked = try request.decoded(as: MediaAuthorizationRequest.self)
        let status = permissions.status(of: asked.mediaType.permission)
        answer(.reply(AuthorizationStatus(status: status.appleValue)))
      case .cameraRequestAccess:
        let asked = try request.decoded(as: MediaAuthorizationRequest.self)
        permissions.request(asked.mediaType.permission) { status in
          answer(.reply(MediaAccess(granted: status == .authorized)))
        }
      case .cameraStart:
        start(try cameraRequest(try request.decoded()), answer: answer)
      case .cameraStop:
        _ = try request.decoded(as: EmptyBody.self)
        service.stop { answer(.done) }
      default:
        throw WireFailure(.unknownRoute, "\(request.route.name) is not the camera's")
      }
    } catch {
      answer(.failure(error))
    }
  }

  package func handleEvent(_ request: ServiceRequest) {
    guard request.route == .cameraRelease,
      case .success(let release) = Result(catching: { () throws(WireFailure) -> CameraRelease in
        try request.decoded()
      })
    else { return }
    service.release(slot: Int(release.slot))
  }

  package func end() { service.stop() }

  private func start(
    _ request: CameraRequest, answer: @escaping @Sendable (ServiceAnswer) -> Void
  ) {
    service.start(request) { result in
      switch result {
      case .success(let stream):
        answer(
          .reply(
            CameraStream(
              width: request.width, height: request.height, bytesPerRow: request.width * 4,
              pixelFormat: "BGRA", slotCount: stream.slotCount, slotBytes: stream.slotBytes),
            descriptors: stream.memory.map { [$0.descriptor] } ?? []))
      case .failure(.denied(let status)):
        answer(.failure(.denied, "the camera permission is \(status.title)"))
      case .failure(.noMemory):
        answer(.failure(.internalError, "the host has no memory for frames"))
      }
    }
  }

  private func cameraRequest(_ asked: CameraStart) throws(WireFailure) -> CameraRequest {
    guard let device = CameraDevice.all.first(where: { $0.uniqueID == asked.device }) else {
      throw WireFailure(.noDevice, "there is no camera of this name")
    }
    guard asked.pixelFormat == "BGRA" else {
      throw WireFailure(.unsupported, "the only pixel format is BGRA")
    }
    guard
      let request = CameraRequest(
        device: device, outputs: Set(asked.outputs), width: asked.width, height: asked.height,
        frameRate: asked.frameRate, deliversFrames: asked.deliversFrames)
    else {
      throw WireFailure(
        .unsupported,
        "frames have \(CameraFormatLimits.minimumSide) to \(CameraFormatLimits.maximumWidth) "
          + "pixels a side, \(CameraFormatLimits.maximumPixels) in all, and come 1 to "
          + "\(CameraFormatLimits.maximumRate) times a second")
    }
    return request
  }

  private static func body(of frame: CameraService.Frame) -> [UInt8] {
    let body = CameraFrame(
      frame: frame.number, timestampNanoseconds: frame.time.nanoseconds,
      slot: UInt32(frame.slot), width: UInt32(frame.request.width),
      height: UInt32(frame.request.height), bytesPerRow: UInt32(frame.request.width * 4),
      droppedSinceLast: UInt32(clamping: frame.dropped), pixelFormat: bgra)
    do throws(WireError) {
      return try body.encodedBody()
    } catch {
      return []
    }
  }

  /// The four characters `BGRA`.
  private static let bgra: UInt32 = 0x4247_5241
}

extension MediaType {
  fileprivate var permission: Permission {
    switch self {
    case .video: .camera
    case .audio: .microphone
    }
  }
}
