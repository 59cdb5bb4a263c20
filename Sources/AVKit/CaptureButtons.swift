// SPDX-License-Identifier: MIT

import LockhostGuest
import LockhostWire

/// All capture-event handlers of this process, and what the host knows of them.
@MainActor
final class CaptureButtons {
  /// Handles one button press's phase.
  typealias Handler = (AVCaptureEvent) -> Void

  /// One interaction or view that wants the buttons.
  @MainActor
  final class Registration {
    private weak var buttons: CaptureButtons?
    /// What runs for primary buttons; nil for nothing.
    var primary: Handler?
    /// What runs for secondary buttons; nil for nothing.
    var secondary: Handler?
    /// Whether it wants events now.
    var isEnabled: Bool {
      didSet { if isEnabled != oldValue { buttons?.announce() } }
    }
    /// Whether it wants the system's capture sound left out.
    var isSoundDisabled: Bool {
      didSet { if isSoundDisabled != oldValue { buttons?.announce() } }
    }

    fileprivate init(
      _ buttons: CaptureButtons, primary: Handler?, secondary: Handler?, isEnabled: Bool,
      isSoundDisabled: Bool
    ) {
      self.buttons = buttons
      self.primary = primary
      self.secondary = secondary
      self.isEnabled = isEnabled
      self.isSoundDisabled = isSoundDisabled
    }

    /// Ends the registration.
    func remove() { buttons?.remove(self) }

    fileprivate func handler(for kind: Kind) -> Handler? {
      kind == .primary ? primary : secondary
    }
  }

  fileprivate enum Kind: UInt32 {
    case primary = 0
    case secondary = 1
  }

  private static var all: [ObjectIdentifier: CaptureButtons] = [:]

  /// The buttons behind the connection that is current here.
  static var shared: CaptureButtons {
    let connection = GuestConnection.shared
    if let known = all[ObjectIdentifier(connection)] { return known }
    let made = CaptureButtons(connection: connection)
    all[ObjectIdentifier(connection)] = made
    made.listen()
    return made
  }

  private let connection: GuestConnection
  private var registrations: [Registration] = []
  private var announced = CaptureEventsRegister(
    enabled: false, handlesPrimary: false, handlesSecondary: false, soundDisabled: false)

  /// Whether the system's capture sound is left out whatever the registrations say.
  var isSoundDisabledByDefault = false {
    didSet { if isSoundDisabledByDefault != oldValue { announce() } }
  }

  private init(connection: GuestConnection) { self.connection = connection }

  /// Adds handlers, which get events from now on.
  func register(
    primary: Handler?, secondary: Handler?, isEnabled: Bool = true, isSoundDisabled: Bool = false
  ) -> Registration {
    let registration = Registration(
      self, primary: primary, secondary: secondary, isEnabled: isEnabled,
      isSoundDisabled: isSoundDisabled)
    registrations.append(registration)
    announce()
    return registration
  }

  fileprivate func remove(_ registration: Registration) {
    registrations.removeAll { $0 === registration }
    announce()
  }

  // MARK: The host

  private func listen() {
    connection.onMainEvent(.captureEvent, as: CaptureEvent.self) { self.handle($0) }
  }

  /// Tells the host the whole state, when it has changed.
  private func announce() {
    let enabled = registrations.filter(\.isEnabled)
    let state = CaptureEventsRegister(
      enabled: !enabled.isEmpty, handlesPrimary: enabled.contains { $0.primary != nil },
      handlesSecondary: enabled.contains { $0.secondary != nil },
      soundDisabled: isSoundDisabledByDefault || enabled.contains(where: \.isSoundDisabled))
    guard state != announced else { return }
    announced = state
    // Sent here, in order; nobody waits for the answer.
    connection.request(.captureEventsRegister, state) { outcome in
      if case .failure(let error) = outcome {
        Diagnostics.report("the capture-event handlers could not be registered: \(error)")
      }
    }
  }

  private func handle(_ event: CaptureEvent) {
    guard let kind = Kind(rawValue: event.kind),
      let phase = AVCaptureEventPhase(rawValue: UInt(event.phase)),
      let handler = registrations.last(where: { $0.isEnabled && $0.handler(for: kind) != nil })?
        .handler(for: kind)
    else { return }
    handler(
      AVCaptureEvent(
        phase: phase, shouldPlaySound: event.shouldPlaySound != 0, connection: connection))
    do throws(GuestError) {
      try connection.post(
        .captureEventHandled, CaptureEventHandled(eventID: event.eventID, phase: event.phase))
    } catch {
      Diagnostics.report("the host could not be told of a handled event: \(error)")
    }
  }
}
