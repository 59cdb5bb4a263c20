// SPDX-License-Identifier: MIT

import LockhostSystem

/// The names that stored state has, and what may become one.
enum StoredName {
  static let devices = FileName(literal: "devices")
  static let users = FileName(literal: "users")
  static let settings = FileName(literal: "settings.json")
  static let settingsLock = FileName(literal: "settings.lock")
  static let apps = FileName(literal: "apps")
  static let containers = FileName(literal: "containers")
  static let contexts = FileName(literal: "contexts")
  static let sessions = FileName(literal: "sessions")
  static let sessionsLock = FileName(literal: "sessions.lock")
  static let unfinished = FileName(literal: "unfinished")
  static let controls = FileName(literal: "controls")
  static let photos = FileName(literal: "photos")
  static let lock = FileName(literal: "lock")
  static let content = FileName(literal: "content")
  static let container = FileName(literal: "container")
  static let sessionContent = FileName(literal: "SessionContent")
  static let draft = FileName(literal: "draft.json")
  static let record = FileName(literal: "record.json")
  /// Keeps room on the disk for the record.
  static let reserve = FileName(literal: "reserve")
  static let crash = FileName(literal: "crash.json")
  static let control = FileName(literal: "control")
  static let quarantine = FileName(literal: "quarantine.json")
  static let quarantineLock = FileName(literal: "quarantine.lock")
  /// What a session's folder is called until it is whole.
  static let creatingPrefix = ".creating-"

  /// Takes a name from a person, a bundle or a guest as the name of a folder.
  ///
  /// - Parameter what: What it names, for the message: "device".
  /// - Throws: `DeviceError` with `nameInvalid` unless it is 1 to 155 ASCII letters, digits, dots,
  ///   dashes and underscores, the first of them no dot.
  static func folder(_ text: String, naming what: String) throws(DeviceError) -> FileName {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
      default: false
      }
    }
    guard isPlain, text.utf8.count <= 155, !text.hasPrefix("."), let name = FileName(text) else {
      throw DeviceError(
        .nameInvalid,
        message: "“\(FileName.escape(Array(text.utf8.prefix(80))))” cannot name a \(what)",
        fix: "use 1 to 155 letters, digits, dots, dashes and underscores, not beginning with a dot")
    }
    return name
  }
}
