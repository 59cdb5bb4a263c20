// SPDX-License-Identifier: MIT

package import LockhostSystem
import Synchronization

/// Turns presses of the phone's buttons into capture events of the guest.
///
/// Volume up is the secondary button and all others are primary, unless the guest has only one
/// handler: then every button calls it. A guest hears of buttons only while its camera is in use
/// and a handler is enabled, as on the real system.
package final class CaptureEventsService: Sendable {
  /// Which handlers a guest has.
  package struct Registration: Hashable, Sendable {
    package let isEnabled: Bool
    package let handlesPrimary: Bool
    package let handlesSecondary: Bool
    package let isSoundDisabled: Bool

    package init(
      isEnabled: Bool, handlesPrimary: Bool, handlesSecondary: Bool, isSoundDisabled: Bool
    ) {
      self.isEnabled = isEnabled
      self.handlesPrimary = handlesPrimary
      self.handlesSecondary = handlesSecondary
      self.isSoundDisabled = isSoundDisabled
    }

    /// Whether a press reaches anybody.
    package var isListening: Bool { isEnabled && (handlesPrimary || handlesSecondary) }
  }

  /// Which handler an event is for; the numbers are the wire's.
  package enum Kind: UInt32, Hashable, Sendable {
    case primary = 0
    case secondary = 1
  }

  /// One event for the guest.
  package struct Event: Hashable, Sendable {
    /// Shared by all phases of one press.
    package let id: UInt64
    package let kind: Kind
    package let phase: CapturePhase
    package let shouldPlaySound: Bool
  }

  /// Why a press reached nobody.
  package enum Refusal: Error, Hashable, Sendable, CaseIterable {
    /// No camera runs that is connected to an output.
    case cameraNotInUse
    /// The guest has never said which handlers it has, or has none.
    case noHandler
    /// The guest has switched its handlers off.
    case handlerDisabled
    /// The button is down already.
    case alreadyPressed
    /// The button is not down, or what was pressed has been cancelled.
    case notPressed
    /// The guest does not read its socket.
    case notDelivered

    /// The reason, for people.
    package var reason: String {
      switch self {
      case .cameraNotInUse: "the extension's camera is not running, or has no output"
      case .noHandler: "the extension has no capture-event handler"
      case .handlerDisabled: "the extension's capture-event handler is disabled"
      case .alreadyPressed: "the button is pressed already"
      case .notPressed: "the button is not pressed"
      case .notDelivered: "the extension does not read what the host sends"
      }
    }

    /// What to do about it.
    package var advice: String {
      switch self {
      case .cameraNotInUse:
        "`wait camera` before the press waits until it runs, such as after an interruption"
      case .noHandler, .handlerDisabled:
        "enable an AVCaptureEventInteraction with a handler for this button"
      case .alreadyPressed, .notPressed: "press and release each button in turn"
      case .notDelivered: "let the extension come back to its run loop between two presses"
      }
    }
  }

  fileprivate struct Sent: Hashable {
    let id: UInt64
    let phase: CapturePhase
  }

  fileprivate struct State {
    var registration: Registration?
    var lastID: UInt64 = 0
    var pressed: [PhoneButton: Event] = [:]
    /// Unanswered events, oldest first.
    var waiting: [(event: Sent, since: MonotonicInstant)] = []
  }

  /// How many events wait for the guest's handler before the oldest is forgotten.
  private static let maximumWaiting = 64

  private let isCameraInUse: @Sendable () -> Bool
  private let isInterrupted: @Sendable () -> Bool
  private let deliver: @Sendable (Event) -> Bool
  private let state = Mutex(State())

  /// Makes the buttons of a session.
  ///
  /// - Parameters:
  ///   - isCameraInUse: Whether a camera runs and has an output.
  ///   - isInterrupted: Whether somebody else has the camera for now, which cancels presses.
  ///   - deliver: Sends an event; answers whether the guest will get it. Called with a lock held:
  ///     it must not press buttons.
  package init(
    isCameraInUse: @escaping @Sendable () -> Bool,
    isInterrupted: @escaping @Sendable () -> Bool = { false },
    deliver: @escaping @Sendable (Event) -> Bool
  ) {
    self.isCameraInUse = isCameraInUse
    self.isInterrupted = isInterrupted
    self.deliver = deliver
  }

  /// Takes the guest's whole state; presses that nobody listens to any more are forgotten.
  package func register(_ registration: Registration) {
    state.withLock { state in
      state.registration = registration
      if !registration.isListening { state.pressed = [:] }
    }
  }

  /// Whether the guest has an enabled handler.
  package var isListening: Bool { state.withLock { $0.registration?.isListening ?? false } }

  /// Presses, lets go of, or cancels the press of a button.
  ///
  /// A press whose end falls into an interruption of the camera is cancelled: a photo could not be
  /// taken.
  ///
  /// - Returns: The event that was sent.
  /// - Throws: `Refusal`: why the guest did not get one.
  @discardableResult
  package func press(
    _ button: PhoneButton, _ phase: CapturePhase, now: MonotonicInstant = .now
  ) throws(Refusal) -> Event {
    let isCameraInUse = isCameraInUse()
    let phase = phase == .ended && isInterrupted() ? .cancelled : phase
    return try state.withLock { (state) throws(Refusal) in
      guard let registration = state.registration,
        registration.handlesPrimary || registration.handlesSecondary
      else { throw .noHandler }
      guard registration.isEnabled else { throw .handlerDisabled }
      let event = try state.event(button, phase, registration, isCameraInUse: isCameraInUse)
      // All of it before the event is sent: what comes after keeps the guest from the processor.
      let before = state.pressed[button]
      state.pressed[button] = phase == .began ? event : nil
      if phase == .began { state.lastID = event.id }
      if state.waiting.count == Self.maximumWaiting { state.waiting.removeFirst() }
      state.waiting.append((Sent(id: event.id, phase: phase), now))
      guard deliver(event) else {
        state.pressed[button] = before
        state.waiting.removeLast()
        throw .notDelivered
      }
      return event
    }
  }

  /// Takes the guest's word that its handler has returned.
  ///
  /// - Returns: How long that took; `nil` for an event that was not sent or was answered before.
  package func handled(
    id: UInt64, phase: CapturePhase, now: MonotonicInstant = .now
  ) -> Duration? {
    state.withLock { state in
      let sent = Sent(id: id, phase: phase)
      guard let index = state.waiting.firstIndex(where: { $0.event == sent }) else { return nil }
      return state.waiting.remove(at: index).since.duration(to: now)
    }
  }
}

extension CaptureEventsService.State {
  /// The event that a button makes now.
  fileprivate func event(
    _ button: PhoneButton, _ phase: CapturePhase,
    _ registration: CaptureEventsService.Registration, isCameraInUse: Bool
  ) throws(CaptureEventsService.Refusal) -> CaptureEventsService.Event {
    guard phase == .began else {
      // A press that was begun is ended also when the camera has stopped meanwhile: a handler that
      // heard of the one must hear of the other.
      guard let begun = pressed[button] else { throw .notPressed }
      return CaptureEventsService.Event(
        id: begun.id, kind: begun.kind, phase: phase, shouldPlaySound: begun.shouldPlaySound)
    }
    guard isCameraInUse else { throw .cameraNotInUse }
    guard pressed[button] == nil else { throw .alreadyPressed }
    let kind: CaptureEventsService.Kind =
      switch (registration.handlesPrimary, registration.handlesSecondary) {
      case (true, true): button == .volumeUp ? .secondary : .primary
      case (false, _): .secondary
      case (true, false): .primary
      }
    return CaptureEventsService.Event(
      id: lastID &+ 1, kind: kind, phase: .began, shouldPlaySound: registration.isSoundDisabled)
  }
}
