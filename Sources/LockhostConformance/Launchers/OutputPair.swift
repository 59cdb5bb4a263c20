// SPDX-License-Identifier: MIT

import LockhostSandbox
import LockhostSystem

/// Both output streams of a program, read as they come.
struct OutputPair {
  private let output: OutputCapture
  private let errors: OutputCapture

  /// Begins to read.
  ///
  /// - Throws: `SystemError` for `fcntl(2)` or `epoll_ctl(2)`.
  init(
    _ output: SharedDescriptor, _ errors: SharedDescriptor, limit: ByteCount, loop: EventLoop
  ) throws(SystemError) {
    self.output = try OutputCapture(output, limit: limit, loop: loop)
    self.errors = try OutputCapture(errors, limit: limit, loop: loop)
  }

  /// Reads what is left and stops.
  func finish() async -> (output: CapturedOutput, errors: CapturedOutput) {
    (await output.finish(), await errors.finish())
  }
}
