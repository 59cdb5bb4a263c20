// SPDX-License-Identifier: MIT

import Glibc

/// Names from outside that are no text.
///
/// The language replaces what it cannot decode, and another file would be read, or written, than the
/// one that was named.
enum UndecodableName {
  /// Beside ``CommandEnvironment``, what the system's own functions read.
  private static let systemVariables = ["HOME", "PATH", "TMPDIR"]

  /// What is wrong with what the process was started with; `nil` for nothing.
  static func failure() -> CommandFailure? {
    for index in 0..<Int(CommandLine.argc) {
      guard let word = unsafe CommandLine.unsafeArgv[index], unsafe !isText(word) else { continue }
      return failure("word \(index) of the command line")
    }
    for name in CommandEnvironment.table.map(\.name) + systemVariables {
      guard let value = unsafe getenv(name), unsafe !isText(value) else { continue }
      return failure("the environment variable \(name)")
    }
    guard let folder = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(folder) }
    return unsafe isText(folder) ? nil : failure("the path of the working folder")
  }

  private static func failure(_ place: String) -> CommandFailure {
    .usage(
      "LH5020", "\(place) is not UTF-8 text",
      help: ["give a name in UTF-8; a symbolic link with such a name will do"])
  }

  private static func isText(_ bytes: UnsafePointer<CChar>) -> Bool {
    unsafe String(validatingCString: bytes) != nil
  }
}
