// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// `lockhost-tool`, which knows every verb.
package enum FullProgram {
  private static let name = "lockhost-tool"

  /// Becomes that program, with the same arguments.
  ///
  /// It must lie beside this one.
  package static func become() -> Never {
    let reason: String
    do throws(SystemError) {
      let path = try ProgramFolder.path(of: name)
      unsafe execv(path, CommandLine.unsafeArgv)
      reason = "\(SystemError(call: "execv(3)", code: errno))"
    } catch {
      reason = "\(error)"
    }
    let lines = FailureLines.make(
      code: nil, message: "\(name) cannot be started: \(reason)",
      help: ["it must be beside `lockhost`, as it was installed"], paint: { text, _ in text })
    _ = try? StandardStream.write((lines.joined(separator: "\n") + "\n").utf8, to: 2)
    exit(ExecStatus.cannotStart)
  }
}
