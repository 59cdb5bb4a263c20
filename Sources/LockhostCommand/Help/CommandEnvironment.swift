// SPDX-License-Identifier: MIT

/// The environment variables that the command line reads.
package enum CommandEnvironment {
  /// Every variable with its meaning, for the manual.
  package static let table: [(name: String, meaning: String)] = [
    ("LOCKHOST_HOME", "the folder for all state, unless --set says another"),
    (
      "XDG_STATE_HOME",
      "where lockhost/ with all state is kept otherwise; ~/.local/state by default"
    ),
    ("LOCKHOST_DEVICE", "the device's name, as --device"),
    ("NO_COLOR", "no colour, when it is not empty"),
    ("CLICOLOR_FORCE", "colour also where there is no terminal, when it is neither empty nor 0"),
    ("TERM", "no colour and no status line when it is \"dumb\""),
  ]
}

/// The program's version.
package enum CommandVersion {
  /// As `lockhost --version` prints it.
  package static let text = "0.1.0"

  /// The compiler that built it.
  package static var compiler: String {
    #if compiler(>=6.4)
    "6.4 or later"
    #elseif compiler(>=6.3)
    "6.3"
    #else
    "6.2"
    #endif
  }
}
