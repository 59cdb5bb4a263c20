// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostServices
import LockhostSystem
import LockhostWire
import Synchronization
import Testing

@Suite("Capture events")
struct CaptureEventsTests {
  typealias Refusal = CaptureEventsService.Refusal
  typealias Kind = CaptureEventsService.Kind

  /// Buttons whose camera and guest do as they are told.
  final class Rig: Sendable {
    let isCameraInUse = Atomic(true)
    let isInterrupted = Atomic(false)
    let isReading = Atomic(true)
    let sent = Mutex<[CaptureEventsService.Event]>([])

    func service() -> CaptureEventsService {
      CaptureEventsService(
        isCameraInUse: { [self] in isCameraInUse.load(ordering: .relaxed) },
        isInterrupted: { [self] in isInterrupted.load(ordering: .relaxed) },
        deliver: { [self] event in
          guard isReading.load(ordering: .relaxed) else { return false }
          sent.withLock { $0.append(event) }
          return true
        })
    }
  }

  let rig = Rig()

  private func registration(
    enabled: Bool = true, primary: Bool = true, secondary: Bool = true, silent: Bool = false
  ) -> CaptureEventsService.Registration {
    CaptureEventsService.Registration(
      isEnabled: enabled, handlesPrimary: primary, handlesSecondary: secondary,
      isSoundDisabled: silent)
  }

  private func refusal(
    _ service: CaptureEventsService, _ button: PhoneButton, _ phase: CapturePhase
  ) -> Refusal? {
    do throws(Refusal) {
      try service.press(button, phase)
      return nil
    } catch {
      return error
    }
  }

  static let routes: [(PhoneButton, Bool, Bool, Kind)] = [
    (.volumeUp, true, true, .secondary), (.volumeDown, true, true, .primary),
    (.cameraControl, true, true, .primary), (.action, true, true, .primary),
    (.volumeUp, true, false, .primary), (.volumeDown, true, false, .primary),
    (.volumeUp, false, true, .secondary), (.action, false, true, .secondary),
  ]

  @Test(
    "each button calls the handler that Apple gives it; one handler gets all", arguments: routes)
  func routing(_ button: PhoneButton, _ primary: Bool, _ secondary: Bool, _ kind: Kind) throws {
    let service = rig.service()
    service.register(registration(primary: primary, secondary: secondary))
    #expect(try service.press(button, .began).kind == kind)
    #expect(try service.press(button, .ended).kind == kind)
  }

  @Test("the phases of a press share a number, and presses do not")
  func identifiers() throws {
    let service = rig.service()
    service.register(registration())
    let first = try service.press(.volumeDown, .began)
    let second = try service.press(.volumeUp, .began)
    #expect(first.id != second.id)
    #expect(try service.press(.volumeDown, .ended).id == first.id)
    #expect(try service.press(.volumeUp, .cancelled).id == second.id)
    #expect(rig.sent.withLock { $0.map(\.phase) } == [.began, .began, .ended, .cancelled])
  }

  @Test("a press that nobody may hear says why")
  func refusals() {
    let service = rig.service()
    #expect(refusal(service, .action, .began) == .noHandler)
    service.register(registration(primary: false, secondary: false))
    #expect(refusal(service, .action, .began) == .noHandler)
    service.register(registration(enabled: false))
    #expect(refusal(service, .action, .began) == .handlerDisabled)
    service.register(registration())
    rig.isCameraInUse.store(false, ordering: .relaxed)
    #expect(refusal(service, .action, .began) == .cameraNotInUse)
    rig.isCameraInUse.store(true, ordering: .relaxed)
    #expect(refusal(service, .action, .ended) == .notPressed)
    #expect(refusal(service, .action, .began) == nil)
    #expect(refusal(service, .action, .began) == .alreadyPressed)
    #expect(refusal(service, .action, .cancelled) == nil)
    #expect(refusal(service, .action, .cancelled) == .notPressed)
    rig.isReading.store(false, ordering: .relaxed)
    #expect(refusal(service, .action, .began) == .notDelivered)
    // What was not delivered was not pressed.
    rig.isReading.store(true, ordering: .relaxed)
    #expect(refusal(service, .action, .began) == nil)
    #expect(Set(Refusal.allCases.map(\.reason)).count == Refusal.allCases.count)
  }

  @Test("a press that began is ended although the camera has stopped")
  func endsWithoutCamera() {
    let service = rig.service()
    service.register(registration())
    #expect(refusal(service, .volumeDown, .began) == nil)
    rig.isCameraInUse.store(false, ordering: .relaxed)
    #expect(refusal(service, .volumeDown, .ended) == nil)
  }

  @Test("a press that ends while the camera is away is cancelled")
  func endsInInterruption() {
    let service = rig.service()
    service.register(registration())
    #expect(refusal(service, .volumeDown, .began) == nil)
    rig.isInterrupted.store(true, ordering: .relaxed)
    #expect(refusal(service, .volumeDown, .ended) == nil)
    rig.isInterrupted.store(false, ordering: .relaxed)
    #expect(refusal(service, .volumeDown, .began) == nil)
    #expect(refusal(service, .volumeDown, .ended) == nil)
    #expect(rig.sent.withLock { $0.map(\.phase) } == [.began, .cancelled, .began, .ended])
  }

  @Test("switching the handlers off forgets what was pressed")
  func disabling() {
    let service = rig.service()
    service.register(registration())
    #expect(refusal(service, .volumeDown, .began) == nil)
    service.register(registration(enabled: false))
    #expect(refusal(service, .volumeDown, .ended) == .handlerDisabled)
    service.register(registration())
    #expect(refusal(service, .volumeDown, .ended) == .notPressed)
  }

  @Test("an answered event has a latency, once; invented ones have none")
  func latency() throws {
    let service = rig.service()
    service.register(registration())
    let sent = MonotonicInstant(nanoseconds: 1_000_000)
    let event = try service.press(.action, .began, now: sent)
    let later = sent.advanced(by: .milliseconds(30))
    #expect(service.handled(id: event.id, phase: .ended, now: later) == nil)
    #expect(service.handled(id: event.id + 1, phase: .began, now: later) == nil)
    #expect(service.handled(id: event.id, phase: .began, now: later) == .milliseconds(30))
    #expect(service.handled(id: event.id, phase: .began, now: later) == nil)
  }

  @Test("a storm of presses that nobody answers costs nothing but the oldest latencies")
  func storm() throws {
    let service = rig.service()
    service.register(registration())
    var events: [CaptureEventsService.Event] = []
    for _ in 0..<500 {
      events.append(try service.press(.volumeUp, .began))
      events.append(try service.press(.volumeUp, .ended))
    }
    let last = try #require(events.last)
    #expect(service.handled(id: events[0].id, phase: .began) == nil)
    #expect(service.handled(id: last.id, phase: .ended) != nil)
  }

  @Test("the sound is the guest's to play when it has switched the system's off")
  func sound() throws {
    let service = rig.service()
    service.register(registration(silent: false))
    #expect(try !service.press(.action, .began).shouldPlaySound)
    service.register(registration(silent: true))
    _ = try service.press(.action, .ended)
    #expect(try service.press(.action, .began).shouldPlaySound)
  }

  @Test("over the wire: registration meets the requirement, a press arrives, its answer is a fact")
  func wire() async throws {
    let link = RecordingLink()
    let camera = CameraHandler(
      scene: try CameraScene(.pattern), permissions: .all(.authorized), link: link)
    defer { camera.end() }
    let buttons = CaptureEventsHandler(camera: camera.service, link: link)
    let id = CaptureEventsHandler.requirement.id
    func register(_ enabled: Bool, _ primary: Bool) async throws -> ServiceAnswer {
      try await buttons.ask(
        .captureEventsRegister,
        CaptureEventsRegister(
          enabled: enabled, handlesPrimary: primary, handlesSecondary: false, soundDisabled: false))
    }
    _ = try await register(false, true)
    _ = try await register(true, false)
    _ = try await register(true, true)
    #expect(link.requirement(id) == [false, false, true])
    #expect(throws: Refusal.cameraNotInUse) { try buttons.service.press(.action, .began) }
    _ = try await camera.ask(
      .cameraStart,
      CameraStart(
        device: CameraDevice.back.uniqueID, outputs: [.photo], width: 64, height: 48, frameRate: 30,
        pixelFormat: "BGRA", deliversFrames: false))
    try buttons.service.press(.volumeUp, .began)
    let event = try CaptureEvent(body: try #require(link.posts(.captureEvent).first))
    #expect(event.kind == 0 && event.phase == 0)
    for phase in [UInt32(9), 0, 0] {
      buttons.handleEvent(
        ServiceRequest(
          route: .captureEventHandled,
          body: try CaptureEventHandled(eventID: event.eventID, phase: phase).encodedBody()))
    }
    let handled = link.facts.filter { if case .captureEventHandled = $0 { true } else { false } }
    #expect(handled.count == 1)
  }
}
