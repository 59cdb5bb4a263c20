// SPDX-License-Identifier: MIT

package import LockhostSystem
import Synchronization

/// Reads a program's output as it comes, and keeps the beginning.
package final class OutputCapture: Sendable {
  private static let portion = 65_536
  /// The most that a pipe can hold and that is still read once its writers are dead: one of them may
  /// have sent the pipe's end to somebody who lives on.
  private static let remainder = 64 * portion

  private let source: SharedDescriptor
  private let limit: Int
  private let loop: EventLoop
  private let kept = Mutex(CapturedOutput())
  private let watch = Mutex<EventWatch?>(nil)

  /// Begins to read, on a loop.
  ///
  /// - Throws: `SystemError` for `fcntl(2)` or `epoll_ctl(2)`.
  package init(_ source: SharedDescriptor, limit: ByteCount, loop: EventLoop) throws(SystemError) {
    self.source = source
    self.limit = max(limit.bytes, 0)
    self.loop = loop
    try source.setNonblocking()
    // The watch holds this object until the end of the output, or `finish()`.
    let made = try loop.watch(source, for: .input) { [self] in
      if (readOnce() ?? 1) == 0 { endWatch() }
    }
    watch.withLock { $0 = made }
  }

  /// Reads what is left and stops.
  ///
  /// To be called when every process of the program is dead: what they wrote is in the pipe.
  package func finish() async -> CapturedOutput {
    await withCheckedContinuation { continuation in
      loop.perform { [self] in
        var left = Self.remainder
        while left > 0, let count = readOnce(), count > 0 { left -= count }
        endWatch()
        continuation.resume(returning: kept.withLock { $0 })
      }
    }
  }

  private func endWatch() {
    watch.withLock { $0.take() }?.cancel()
  }

  /// - Returns: How much there was: 0 at the end or for an error, nil when there is nothing yet.
  private func readOnce() -> Int? {
    let part: [UInt8]
    do throws(SystemError) {
      guard let read = try source.read(maximumBytes: Self.portion) else { return nil }
      part = read
    } catch {
      return 0
    }
    kept.withLock { kept in
      let room = limit - kept.bytes.count
      kept.bytes += part.prefix(room)
      if part.count > room { kept.isTruncated = true }
    }
    return part.count
  }
}
