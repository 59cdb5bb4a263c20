// SPDX-License-Identifier: MIT

package import LockhostSandbox
package import LockhostWire

/// What a guest told of its crash, and what was found in the copy of its stack.
package struct CrashFinding: Sendable {
  /// The guest's own word.
  package let told: GuestCrash
  /// The way to the crash, the innermost function first; empty when the stack could not be copied.
  package let frames: [StoppedProgram.Frame]
}

/// How far a guest has come with telling of its crash.
///
/// Owned by the guest, on its loop.
struct CrashTaking {
  /// The signal that was told of, while or after it is dealt with.
  var signal: Int32?
  /// Whether frames are still being worked out.
  var isPending = false
  var finding: CrashFinding?
  /// Called once they are.
  var whenDone: (() -> Void)?
}
