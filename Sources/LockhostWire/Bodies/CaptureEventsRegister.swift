// SPDX-License-Identifier: MIT

/// The whole state of the guest's capture-event handlers; sent again at each change.
public struct CaptureEventsRegister: JSONBody, Hashable {
  /// Whether an interaction is installed and enabled.
  public let enabled: Bool
  /// Whether one handles primary events.
  public let handlesPrimary: Bool
  /// Whether one handles secondary events.
  public let handlesSecondary: Bool
  /// Whether the default capture sound is off.
  public let soundDisabled: Bool

  /// Makes the value from its fields.
  public init(enabled: Bool, handlesPrimary: Bool, handlesSecondary: Bool, soundDisabled: Bool) {
    self.enabled = enabled
    self.handlesPrimary = handlesPrimary
    self.handlesSecondary = handlesSecondary
    self.soundDisabled = soundDisabled
  }
}

/// The sound that the guest wants to play for an event.
public struct CaptureEventSound: JSONBody, Hashable {
  /// The sound's name, such as `cameraShutter`.
  public let sound: String

  /// Makes the value from its fields.
  public init(sound: String) {
    self.sound = sound
  }
}
