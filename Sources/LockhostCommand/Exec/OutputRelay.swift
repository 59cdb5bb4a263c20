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
  init(output: SharedDescriptor, error: SharedDescriptor, to target: Int32 = 1) {
    for (source, target) in [(output, target), (error, Int32(2))] {
      finished.enter()
      let thread = Thread { [finished, last] in
        Self.pass(source, to: target, last)
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

  private static func pass(_ source: SharedDescriptor, to target: Int32, _ last: LastByte) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    // A reader that has gone away must not stop the program: the rest is read and dropped.
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
      var rest = buffer[..<count]
      while isOpen, !rest.isEmpty {
        let written = unsafe rest.withUnsafeBytes {
          unsafe write(target, $0.baseAddress, $0.count)
        }
        if written < 0, errno == EINTR { continue }
        if written < 0 {
          isOpen = false
        } else {
          rest = rest.dropFirst(written)
        }
      }
    }
  }
}
