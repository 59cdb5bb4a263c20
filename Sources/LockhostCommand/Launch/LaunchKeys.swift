// SPDX-License-Identifier: MIT

import Lockhost
import LockhostServices

/// The keys of the terminal as the buttons of the phone.
enum LaunchKeys {
  /// What a key does.
  enum Action {
    case press(PhoneButton)
    case authenticate(AuthenticationAnswer)
    case toggleLock
    case sideButton
    case dismiss
    case kill
    case help
  }

  /// Every key with what it does, for the line of help too.
  static let table: [(keys: String, action: Action, name: String)] = [
    ("c ", .press(.cameraControl), "shutter"),
    ("v", .press(.volumeDown), "volume-down"),
    ("Vu", .press(.volumeUp), "volume-up"),
    ("a", .press(.action), "action"),
    ("l", .toggleLock, "lock/unlock"),
    ("p", .sideButton, "side button"),
    ("dq", .dismiss, "dismiss"),
    ("y\n", .authenticate(.pass), "face matches"),
    ("f", .authenticate(.fail), "face fails"),
    ("x", .authenticate(.cancel), "cancel"),
    ("k", .kill, "kill"),
    ("?h", .help, "help"),
  ]

  /// What a key does, if anything.
  static func action(of key: Character) -> Action? {
    table.first { $0.keys.contains(key) }?.action
  }

  /// Every key with its name: `c shutter  v volume-down …`.
  static var legend: String {
    table.map { entry in "\(entry.keys.first.map(shown) ?? "") \(entry.name)" }
      .joined(separator: "  ")
  }

  private static func shown(_ key: Character) -> String { key == "\n" ? "⏎" : String(key) }

  /// The status line: phase, photos, the watchdog's seconds, and the keys that matter now.
  static func statusLine(_ status: SessionStatus) -> String {
    var parts = [status.phase]
    if let left = status.watchdogLeft {
      parts.append("watchdog \(DurationText.describe(max(.zero, left)))")
    }
    if status.photos > 0 { parts.append("\(status.photos) photo\(status.photos == 1 ? "" : "s")") }
    let keys =
      status.phase == "asking to unlock"
      ? "y face matches  f fails  x cancel" : "c shutter  v/V volume  a action  d dismiss  ? keys"
    return parts.joined(separator: " · ") + "  |  " + keys
  }
}
