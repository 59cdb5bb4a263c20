// SPDX-License-Identifier: MIT

/// What every entry point starts in every lock state, as one table.
///
/// Written by hand and not computed: `Docs/EntryPoints.md` shows it, and a test holds the decision
/// function against it, for each circumstance alone and for all of them together.
public enum EntryPointMatrix {
  /// What a press starts.
  public enum Outcome: Hashable, Sendable {
    /// The capture extension.
    case captureExtension
    /// The app.
    case app
    /// The app, once the person has authenticated.
    case appAfterUnlock
    /// Nothing.
    case nothing

    /// The outcome in few words.
    public var title: String {
      switch self {
      case .captureExtension: "extension"
      case .app: "app"
      case .appAfterUnlock: "unlock, then app"
      case .nothing: "nothing"
      }
    }
  }

  /// Something that may stand in the way; the table has a part for each, in this order of weight.
  public enum Circumstance: String, CaseIterable, Hashable, Sendable {
    /// No app of that name.
    case notInstalled
    /// The control runs an intent that opens no camera.
    case controlNotCapture
    /// The app does not contain the intent.
    case applicationLacksIntent
    /// There is no capture extension.
    case noCaptureExtension
    /// The extension does not contain the intent.
    case extensionLacksIntent
    /// The app does not say why it uses the camera.
    case applicationUsageTextMissing
    /// The person was never asked for the camera.
    case cameraNotDetermined
    /// The device's owner does not allow the camera.
    case cameraRestricted
    /// The person refused the camera.
    case cameraDenied
    /// The extension does not say why it uses the camera.
    case extensionUsageTextMissing
    /// Nothing stands in the way.
    case none

    /// The circumstance in words.
    public var title: String {
      switch self {
      case .notInstalled: "The app is not installed"
      case .controlNotCapture: "The control runs an intent that is no camera capture intent"
      case .applicationLacksIntent: "The app lacks the intent, which another of its programs has"
      case .noCaptureExtension: "The app has no capture extension"
      case .extensionLacksIntent: "The capture extension lacks the intent"
      case .applicationUsageTextMissing: "The app has no NSCameraUsageDescription"
      case .cameraNotDetermined: "The camera permission was never asked for"
      case .cameraRestricted: "The camera is restricted on this device"
      case .cameraDenied: "The camera permission was refused"
      case .extensionUsageTextMissing: "The capture extension has no NSCameraUsageDescription"
      case .none: "Nothing stands in the way"
      }
    }

    /// The code that a decision has which this circumstance settles.
    public var code: DeviceError.Code? {
      switch self {
      case .notInstalled: .applicationNotInstalled
      case .controlNotCapture: .controlNotCapture
      case .applicationLacksIntent, .extensionLacksIntent: .intentMissing
      case .noCaptureExtension: .noCaptureExtension
      case .applicationUsageTextMissing: .applicationUsageTextMissing
      case .cameraNotDetermined, .cameraRestricted, .cameraDenied: .cameraNotPermitted
      case .extensionUsageTextMissing: .extensionUsageTextMissing
      case .none: nil
      }
    }
  }

  /// What an entry point starts in each lock state.
  public struct Row: Hashable, Sendable {
    /// The entry point.
    public let entryPoint: EntryPoint
    /// The outcomes in the order of `LockState.allCases`.
    public let outcomes: [Outcome]

    /// What is started in a lock state.
    public func outcome(in state: LockState) -> Outcome? {
      zip(LockState.allCases, outcomes).first { $0.0 == state }?.1
    }
  }

  /// The rows of a circumstance, in the order of `EntryPoint.allCases`.
  public static func rows(_ circumstance: Circumstance) -> [Row] {
    zip(EntryPoint.allCases, table[circumstance] ?? []).map(Row.init)
  }

  /// What is started, in one circumstance alone.
  public static func outcome(
    _ entryPoint: EntryPoint, _ state: LockState, _ circumstance: Circumstance
  ) -> Outcome? {
    rows(circumstance).first { $0.entryPoint == entryPoint }?.outcome(in: state)
  }

  private static let (cap, app, ask, not): (Outcome, Outcome, Outcome, Outcome) = (
    .captureExtension, .app, .appAfterUnlock, .nothing
  )
  private static let silent = [not, not, not, not]
  /// An icon lies behind the lock screen, whatever else holds.
  private static let icon = [not, not, not, app]
  private static let opensApp = [not, ask, app, app]

  // Rows: lock screen, Control Center, Action button, Camera Control, icon.
  // Columns: before the first unlock, locked, authenticated, unlocked.
  private static let table: [Circumstance: [[Outcome]]] = [
    .none: [
      [not, cap, cap, app], [not, cap, cap, app], [not, cap, cap, app], [not, cap, cap, app], icon,
    ],
    .extensionUsageTextMissing: [opensApp, opensApp, opensApp, opensApp, icon],
    .cameraNotDetermined: [opensApp, opensApp, opensApp, opensApp, icon],
    .cameraRestricted: [opensApp, opensApp, opensApp, opensApp, icon],
    .cameraDenied: [opensApp, opensApp, opensApp, opensApp, icon],
    .applicationUsageTextMissing: [opensApp, opensApp, opensApp, opensApp, icon],
    .extensionLacksIntent: [
      [not, not, not, app], [not, not, not, app], [not, not, not, app], [not, not, not, app], icon,
    ],
    .noCaptureExtension: [opensApp, opensApp, opensApp, opensApp, icon],
    .applicationLacksIntent: [silent, silent, silent, silent, icon],
    .controlNotCapture: [silent, silent, silent, silent, icon],
    .notInstalled: [silent, silent, silent, silent, silent],
  ]
}

extension LaunchDecision {
  /// The decision in the words of ``EntryPointMatrix``.
  public var outcome: EntryPointMatrix.Outcome {
    switch target {
    case .extension: .captureExtension
    case .app: requiresAuthentication ? .appAfterUnlock : .app
    case .nothing: .nothing
    }
  }
}
