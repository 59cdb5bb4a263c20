// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostSandbox

/// A guest that waits for a debugger.
extension Session {
  /// Says how to attach, once the guest has stopped before its first instruction.
  func announceDebugger(for guest: Guest) async {
    guard plan.waitsForDebugger else { return }
    let line = await guest.process?.identifier.map {
      DebuggerLine.text(process: $0, visibleProgram)
    }
    tell(
      .event(
        "stopped before its first instruction; the watchdog is paused for this session. Attach with: "
          + (line ?? "gdb")))
  }

  /// The path of the program that is on the screen, in the host.
  var visibleProgram: String? {
    if app != nil || plan.target == .app { return plan.found.bundle.executable.path }
    return plan.target == .extension ? plan.found.bundle.captureExtension?.executable.path : nil
  }
}

/// The command that attaches a debugger to a guest.
package enum DebuggerLine {
  /// The line for Debian's gdb.
  ///
  /// The program is named by its path in the host, since the guest's own path means nothing outside of
  /// its mounts. The signals that stop it and let it go on are not its own, so gdb keeps them; without
  /// the second the kernel would stop it again when gdb lets go.
  package static func text(process: Int32, _ program: String?) -> String {
    let file = program.map { " '" + $0.replacing("'", with: "'\\''") + "'" } ?? ""
    return "gdb -iex 'set sysroot /' -iex 'handle SIGSTOP SIGCONT nostop noprint nopass' "
      + "-p \(process) -ex 'shell kill -CONT \(process)'\(file)"
  }
}
