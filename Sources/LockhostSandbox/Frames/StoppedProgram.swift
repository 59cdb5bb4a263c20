// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LockhostSystem

/// A guest that has stopped itself because it crashes, so that its stack can be copied.
///
/// Nothing is traced: the copy is made by reading, as for a refused call, and all of it is the guest's
/// word.
package struct StoppedProgram: Sendable {
  /// One function on the way to the crash, the innermost first.
  package struct Frame: Hashable, Sendable {
    /// The instruction's address in the guest.
    package let address: UInt64
    /// The file that it is in, by its name in the guest.
    package let image: String
    /// The instruction's address in that file.
    package let offset: UInt64
    /// The function's name, where the file has a symbol table.
    package let function: String?
    /// The line of source, where the file has tables of lines.
    package let source: String?
  }

  /// How often the guest is looked at until it has stopped.
  private static let interval: UInt32 = 2_000

  private let snapshot: StackSnapshot
  private let base: UInt64

  /// Waits until a process has stopped itself, and copies its thread's stack.
  ///
  /// Blocks; not for the event loop. Nil when it is gone, cannot be looked at, or has not stopped in
  /// time.
  package init?(
    process: Int32, instruction: UInt64, stack: UInt64, base: UInt64, within limit: Duration
  ) {
    let deadline = MonotonicInstant.now.advanced(by: limit)
    while let state = Self.state(of: process), state != "T" {
      guard state != "Z", state != "X", MonotonicInstant.now < deadline else { return nil }
      usleep(Self.interval)
    }
    guard
      let snapshot = StackSnapshot(
        process: process, instructionPointer: instruction, stackPointer: stack)
    else { return nil }
    self.snapshot = snapshot
    self.base = base
  }

  /// Whether a process has stopped.
  package static func isStopped(_ process: Int32) -> Bool { state(of: process) == "T" }

  /// Lets a process go on that has stopped itself.
  package static func goOn(_ process: Int32) {
    // It may be gone by now; its number is not another's before pid 1 of its namespace is reaped.
    _ = kill(process, SIGCONT)
  }

  /// Works the frames out, with a bound on the work; for a queue.
  package func frames() -> [Frame] {
    var images = LoadedImages()
    var walk = StackWalk(snapshot, base: base)
    var frames: [Frame] = []
    while let frame = walk.next(&images) {
      frames.append(
        Frame(
          address: walk.currentInstruction, image: frame.area.path, offset: frame.address,
          function: images.function(at: frame.address, in: frame.area),
          source: images.line(at: frame.address, in: frame.area)?.text))
    }
    return frames
  }

  private static func state(of process: Int32) -> Character? {
    guard let bytes = StackSnapshot.contents("/proc/\(process)/stat", limit: 512) else {
      return nil
    }
    // After the program's name, which is in parentheses and may have some of its own.
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    return text[text.index(after: end)...].first { $0 != " " }
  }
}
