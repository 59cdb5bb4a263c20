// SPDX-License-Identifier: MIT

import Glibc

/// Names from outside that are no text.
///
/// The language replaces what it cannot decode, and another file would be read, or written, than the
/// one that was named.
package enum UndecodableName {
  /// The variables that name files, folders and devices.
  private static let variables = [
    "LOCKHOST_HOME", "LOCKHOST_DEVICE", "XDG_STATE_HOME", "HOME", "PATH", "TMPDIR",
  ]

  /// Where there is one, of all that the process was started with; nil if all is text.
  package static func place() -> String? {
    for index in 0..<Int(CommandLine.argc) {
      guard let word = unsafe CommandLine.unsafeArgv[index], unsafe !isText(word) else { continue }
      return "word \(index) of the command line"
    }
    for name in variables {
      guard let value = unsafe getenv(name), unsafe !isText(value) else { continue }
      return "the environment variable \(name)"
    }
    guard let folder = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(folder) }
    return unsafe isText(folder) ? nil : "the path of the working folder"
  }

  private static func isText(_ bytes: UnsafePointer<CChar>) -> Bool {
    unsafe String(validatingCString: bytes) != nil
  }
}
