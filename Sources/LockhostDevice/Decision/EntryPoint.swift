// SPDX-License-Identifier: MIT

/// Where the person pressed.
public enum EntryPoint: String, CaseIterable, Codable, Hashable, Sendable {
  /// A control on the lock screen.
  case lockScreen = "lock-screen"
  /// A control in Control Center.
  case controlCenter = "control-center"
  /// The Action button, set to the app's control.
  case actionButton = "action-button"
  /// The Camera Control button.
  case cameraControl = "camera-control"
  /// The app's icon on the home screen.
  case appIcon = "app-icon"

  /// The entry point in words, for a sentence: "the Camera Control button".
  public var title: String {
    switch self {
    case .lockScreen: "a control on the lock screen"
    case .controlCenter: "a control in Control Center"
    case .actionButton: "the Action button"
    case .cameraControl: "the Camera Control button"
    case .appIcon: "the app's icon"
    }
  }

  /// Whether the press names a camera capture intent, and the system picks the program to run.
  public var usesIntent: Bool { self != .appIcon }
}
