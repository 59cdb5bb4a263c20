// SPDX-License-Identifier: MIT

/// A mistake of the real system, or bad luck, that a run asks for to see how an extension takes it.
///
/// `Docs/Faults.md` says of each what it provokes and where it was seen.
package struct Fault: Hashable, Sendable {
  /// Which one it is; the raw value is its name for people.
  package enum Kind: String, CaseIterable, Sendable {
    /// The session's content reaches the app late.
    case lateContent = "late-content"
    /// After the app has been opened, the next launch from the locked screen freezes.
    case freezeAfterOpen = "freeze-after-open"
    /// Somebody else still has the camera when the extension wants it.
    case cameraBusy = "camera-busy"
    /// Somebody else takes the running camera.
    case cameraTaken = "camera-taken"
    /// Several apps share the screen, and none of them has the camera.
    case sharedScreen = "shared-screen"
    /// The device is too hot for its camera.
    case systemPressure = "system-pressure"
    /// The picture is found to be sensitive.
    case sensitiveContent = "sensitive-content"
    /// The question for a face is answered by nobody, and does not go away.
    case authenticationNever = "auth-never"
    /// The app context comes late.
    case slowContext = "slow-context"
    /// There is no room left on the disk.
    case lowDisk = "low-disk"
    /// The watchdog kills an extension that has done everything it must.
    case falseAlarm = "watchdog-false-alarm"

    /// How long it lasts, or when it comes, unless said; nil for one that time has no part in.
    package var ordinaryDuration: Duration? {
      switch self {
      case .lateContent: .seconds(2)
      case .cameraBusy: .milliseconds(750)
      case .cameraTaken, .sharedScreen, .systemPressure, .sensitiveContent: .seconds(1)
      case .slowContext: .seconds(3)
      case .falseAlarm: .zero
      case .freezeAfterOpen, .authenticationNever, .lowDisk: nil
      }
    }

    /// What it does, in a few words.
    package var meaning: String {
      switch self {
      case .lateContent: "session content reaches the app so much later"
      case .freezeAfterOpen:
        "after an opened app, the next locked launch freezes until the side button"
      case .cameraBusy: "the camera is another's for so long from now on"
      case .cameraTaken: "another client takes the running camera for so long"
      case .sharedScreen: "several apps share the screen for so long, and none has the camera"
      case .systemPressure: "the device is too hot for its camera for so long"
      case .sensitiveContent: "the picture is found to be sensitive for so long"
      case .authenticationNever: "requests to unlock are never answered"
      case .slowContext: "the app context, and its update, take so long; 0s ends that"
      case .lowDisk: "no room for photos, files or the hand-over"
      case .falseAlarm: "the watchdog kills a ready extension after so long"
      }
    }
  }

  /// Which one it is.
  package let kind: Kind
  /// How long it lasts, or when it comes; zero where time has no part.
  package let duration: Duration

  /// Asks for a fault.
  package init(_ kind: Kind, _ duration: Duration? = nil) {
    self.kind = kind
    self.duration = duration ?? kind.ordinaryDuration ?? .zero
  }
}
