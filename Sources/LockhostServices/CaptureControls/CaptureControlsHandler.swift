// SPDX-License-Identifier: MIT

import LockhostWire

/// Speaks for the camera button's overlay on the wire.
package final class CaptureControlsHandler: Service {
  /// The overlay itself, for the session.
  package let service: CaptureControlsService

  /// Makes the overlay of a session, whose camera decides whether it can be used.
  package init(camera: CameraService, link: any SessionLink) {
    service = CaptureControlsService(
      isCameraInUse: { camera.isInUse },
      deliver: { [weak link] event in
        guard
          case .success(let body) = Result(catching: { () throws(WireError) in
            try event.encodedBody()
          })
        else { return false }
        return link?.post(.captureControlEvent, body: body) ?? false
      })
  }

  package var admissions: [Admission] {
    [
      Admission(
        .captureControlsRegister, in: [.connected, .presented, .ready, .ending],
        rate: .init(perSecond: 60, burst: 200))
    ]
  }

  package func handle(
    _ request: ServiceRequest, answer: @escaping @Sendable (ServiceAnswer) -> Void
  ) {
    do throws(WireFailure) {
      guard request.route == .captureControlsRegister else {
        throw WireFailure(.unknownRoute, "\(request.route.name) is not the overlay's")
      }
      service.register(try request.decoded(as: CaptureControlsRegister.self).controls)
      answer(.done)
    } catch {
      answer(.failure(error))
    }
  }
}
