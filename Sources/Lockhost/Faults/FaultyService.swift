// SPDX-License-Identifier: MIT

import LockhostServices
import LockhostSystem
import LockhostWire

/// A service whose answers are late or bad while a fault is on; otherwise the service itself.
///
/// It stands in front of every service of a session, so that no service knows of faults.
final class FaultyService: Service {
  private let service: any Service
  private let faults: ActiveFaults
  private let loop: EventLoop

  /// Stands in front of a service.
  init(_ service: any Service, faults: ActiveFaults, loop: EventLoop) {
    self.service = service
    self.faults = faults
    self.loop = loop
  }

  var admissions: [Admission] { service.admissions }

  func handle(
    _ request: ServiceRequest, answer: @escaping @Sendable (ServiceAnswer) -> Void
  ) {
    switch request.route {
    case .cameraStart:
      if let left = faults.cameraBusy(now: .now) {
        let milliseconds = left.wholeMilliseconds
        return answer(
          .failure(
            WireFailure(
              .busy,
              "another program still has the camera, for \(milliseconds) ms more (camera-busy)")))
      }
    case .photosAdd:
      if faults.fault(.lowDisk) != nil {
        return answer(
          .failure(WireFailure(.limit, "no space is left on the device (low-disk)")))
      }
    default: break
    }
    service.handle(request, answer: answer)
  }

  func handleEvent(_ request: ServiceRequest) { service.handleEvent(request) }

  func end() { service.end() }
}
