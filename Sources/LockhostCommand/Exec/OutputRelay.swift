// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSystem

/// Passes a program's output on, byte for byte, until its end.
final class OutputRelay: Sendable {
  private let finished = DispatchGroup()
  private let last = LastByte()

  /// Begins to pass on; each stream has a thread of its own, which may block.
  ///
  /// - Parameter target: Where standard output goes: 1, or 2 when it is not what was asked for.
  /// - Parameter failed: Called, for each stream at most once, when nobody takes what it carries.
  init(
    output: SharedDescriptor, error: SharedDescriptor, to target: Int32 = 1,
    failed: @escaping @Sendable (SystemError) -> Void
  ) {
    for (source, target) in [(output, target), (error, Int32(2))] {
      finished.enter()
      let thread = Thread { [finished, last] in
        Self.pass(source, to: target, last, failed)
        finished.leave()
      }
      thread.start()
    }
  }

  /// Waits until both streams are at their end.
  ///
  /// - Returns: Whether standard output ended in the middle of a line.
  func wait() async -> Bool {
    await withCheckedContinuation { continuation in
      finished.notify(queue: .global()) { continuation.resume() }
    }
    return last.isInLine
  }

  private static func pass(
    _ source: SharedDescriptor, to target: Int32, _ last: LastByte,
    _ failed: (SystemError) -> Void
  ) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    // What comes after a failure is read and dropped, until the program's end.
    var isOpen = true
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(source.rawValue, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        var entry = pollfd(fd: source.rawValue, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&entry, 1, -1)
        continue
      }
      guard count > 0 else { return }
      if target == 1 { last.set(buffer[count - 1]) }
      guard isOpen else { continue }
      do throws(SystemError) {
        try StandardStream.write(buffer[..<count], to: target)
      } catch {
        isOpen = false
        failed(error)
      }
    }
  }
}
