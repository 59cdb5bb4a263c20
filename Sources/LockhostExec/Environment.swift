// SPDX-License-Identifier: MIT

import Glibc

/// The variables that a short command looks at.
enum Environment {
  /// What `StateFolder` looks at.
  static var ofStateFolder: [String: String] { some("LOCKHOST_HOME", "XDG_STATE_HOME", "HOME") }

  /// What `ColorChoice` looks at.
  static var ofColors: [String: String] { some("NO_COLOR", "CLICOLOR_FORCE", "TERM") }

  static func value(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  private static func some(_ names: String...) -> [String: String] {
    var found: [String: String] = [:]
    for name in names { found[name] = value(name) }
    return found
  }
}
