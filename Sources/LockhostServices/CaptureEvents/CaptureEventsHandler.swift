// SPDX-License-Identifier: MIT

import LockhostWire

/// Speaks for the phone's buttons on the wire.
package final class CaptureEventsHandler: Service {
  /// What a guest must do with the buttons before the watchdog's deadline.
  package static let requirement = Requirement(
    id: Requirement.ID("capture-events"),
    title: "a registered, enabled capture-event handler")

  /// The buttons themselves, for the session.
  package let service: CaptureEventsService
  private let link: @Sendable () -> (any SessionLink)?

  /// Makes the buttons of a session, whose camera decides whether they are heard.
  package init(camera: CameraService, link: any SessionLink) {
    self.link = { [weak link] in link }
    service = CaptureEventsService(
      isCameraInUse: { camera.isInUse }, isInterrupted: { camera.interruption != nil },
      deliver: { [weak link] event in
        link?.post(.captureEvent, body: Self.body(of: event)) ?? false
      })
  }

  package var admissions: [Admission] {
    let always: Set<Admission.State> = [.connected, .presented, .ready, .ending]
    return [
      Admission(.captureEventsRegister, in: always, rate: .init(perSecond: 20, burst: 100)),
      Admission(.captureEventHandled, in: always, rate: .init(perSecond: 200, burst: 400)),
      Admission(.captureEventPlaySound, rate: .init(perSecond: 10, burst: 40)),
    ]
  }

  package func handle(
    _ request: ServiceRequest, answer: @escaping @Sendable (ServiceAnswer) -> Void
  ) {
    do throws(WireFailure) {
      guard request.route == .captureEventsRegister else {
        throw WireFailure(.unknownRoute, "\(request.route.name) is not the buttons'")
      }
      let asked = try request.decoded(as: CaptureEventsRegister.self)
      service.register(
        CaptureEventsService.Registration(
          isEnabled: asked.enabled, handlesPrimary: asked.handlesPrimary,
          handlesSecondary: asked.handlesSecondary, isSoundDisabled: asked.soundDisabled))
      link()?.note(.requirement(Self.requirement.id, isMet: service.isListening))
      answer(.done)
    } catch {
      answer(.failure(error))
    }
  }

  package func handleEvent(_ request: ServiceRequest) {
    // A sound has nowhere to be heard yet; the guest's wish is admitted and let go.
    guard request.route == .captureEventHandled else { return }
    do throws(WireFailure) {
      let handled = try request.decoded(as: CaptureEventHandled.self)
      guard let phase = CapturePhase(rawValue: handled.phase),
        let latency = service.handled(id: handled.eventID, phase: phase)
      else { return }
      link()?.note(
        .captureEventHandled(eventID: handled.eventID, phase: phase, latency: latency))
    } catch {
      // An event that cannot be understood is dropped.
    }
  }

  private static func body(of event: CaptureEventsService.Event) -> [UInt8] {
    do throws(WireError) {
      return try CaptureEvent(
        eventID: event.id, kind: event.kind.rawValue, phase: event.phase.rawValue,
        shouldPlaySound: event.shouldPlaySound ? 1 : 0
      ).encodedBody()
    } catch {
      return []
    }
  }
}
