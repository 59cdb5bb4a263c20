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
  private let devices: [CameraDevice]

  /// Makes the cameras of a session.
  package init(
    scene: CameraScene, devices: [CameraDevice] = CameraDevice.all, permissions: Permissions,
    link: any SessionLink
  ) {
    self.permissions = permissions
    self.devices = devices
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
        },
        subjectChanged: { [weak link] in
          link?.post(.cameraSubjectChanged, body: Self.emptyBody)
        },
        deviceTurned: { [weak link] turn in
          link?.post(.deviceTurned, body: Self.body(of: turn))
        },
        interrupted: { [weak link] reason in
          link?.post(.cameraInterruption, body: Self.body(of: reason))
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
      // As often as a finger moves on a slider; the last one counts.
      Admission(.cameraControls, rate: .init(perSecond: 120, burst: 240)),
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
        let asked = try request.decoded(as: CameraStart.self)
        let wanted = try cameraRequest(asked)
        if let controls = asked.controls { service.set(controls, of: wanted.device) }
        start(wanted, answer: answer)
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
    do throws(WireFailure) {
      switch request.route {
      case .cameraRelease:
        service.release(slot: Int(try request.decoded(as: CameraRelease.self).slot))
      case .cameraControls:
        let update = try request.decoded(as: CameraControlsUpdate.self)
        service.set(update.controls, of: try device(update.device))
      default: return
      }
    } catch {
      // An event that cannot be understood is dropped.
    }
  }

  private func device(_ uniqueID: String) throws(WireFailure) -> CameraDevice {
    guard let device = devices.first(where: { $0.uniqueID == uniqueID }) else {
      throw WireFailure(.noDevice, "there is no camera of this name")
    }
    return device
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
              width: request.frameSize.width, height: request.frameSize.height,
              bytesPerRow: request.bytesPerRow, pixelFormat: request.pixelFormat.rawValue,
              slotCount: stream.slotCount, slotBytes: stream.slotBytes),
            descriptors: stream.memory.map { [$0.descriptor] } ?? []))
      case .failure(.denied(let status)):
        answer(.failure(.denied, "the camera permission is \(status.title)"))
      case .failure(.noMemory):
        answer(.failure(.internalError, "the host has no memory for frames"))
      }
    }
  }

  private func cameraRequest(_ asked: CameraStart) throws(WireFailure) -> CameraRequest {
    let device = try device(asked.device)
    guard let format = FramePixelFormat(rawValue: asked.pixelFormat) else {
      let formats = FramePixelFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw WireFailure(.unsupported, "the pixel formats are \(formats)")
    }
    guard
      let request = CameraRequest(
        device: device, outputs: Set(asked.outputs), width: asked.width, height: asked.height,
        frameRate: asked.frameRate, deliversFrames: asked.deliversFrames, pixelFormat: format,
        rotationAngle: asked.rotationAngle ?? 0, mirrored: asked.mirrored)
    else {
      throw WireFailure(
        .unsupported,
        "frames have \(CameraFormatLimits.description), and even sides in 420v and 420f")
    }
    return request
  }

  private static func body(of frame: CameraService.Frame) -> [UInt8] {
    let body = CameraFrame(
      frame: frame.number, timestampNanoseconds: frame.time.nanoseconds,
      slot: UInt32(frame.slot), width: UInt32(frame.request.frameSize.width),
      height: UInt32(frame.request.frameSize.height),
      bytesPerRow: UInt32(frame.request.bytesPerRow),
      droppedSinceLast: UInt32(clamping: frame.dropped),
      pixelFormat: frame.request.pixelFormat.code)
    do throws(WireError) {
      return try body.encodedBody()
    } catch {
      return []
    }
  }

  private static func body(of turn: DeviceTurn) -> [UInt8] {
    do throws(WireError) {
      return try turn.encodedBody()
    } catch {
      return []
    }
  }

  private static func body(of reason: CameraInterruptionReason?) -> [UInt8] {
    do throws(WireError) {
      return try CameraInterruption(began: reason != nil, reason: reason?.rawValue ?? 0)
        .encodedBody()
    } catch {
      return []
    }
  }

  private static let emptyBody = Array("{}".utf8)
}

extension MediaType {
  fileprivate var permission: Permission {
    switch self {
    case .video: .camera
    case .audio: .microphone
    }
  }
}
