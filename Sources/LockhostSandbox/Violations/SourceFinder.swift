// SPDX-License-Identifier: MIT

import CLinux
import Dispatch
import LockhostSystem
import Synchronization

/// Finds the lines of source that refused calls came from, away from the event loop.
///
/// Two queues of its own: the first copies a blocked thread's stack and lets it go on, the second works
/// out the line. A guest whose memory is slow to read, or whose tables are slow to work through, holds
/// up its own calls and lines, and nobody else's.
///
/// What is read is the guest's: a stack, and an executable that its author chose. It is parsed in the
/// host, in Swift, without unsafe code, with bounds on every size and on the work in all; the most that
/// a made-up one gets is a wrong line in its own record.
final class SourceFinder: Sendable {
  /// How many calls may wait for their stacks to be copied; others are answered without.
  private static let maximumWaiting = 8
  /// How many copies, of 384 KiB at most, wait to be worked through.
  private static let maximumCopies = 16

  private let rules: SourceRules
  private let reading = DispatchQueue(label: "lockhost.violations.stacks", qos: .userInitiated)
  private let symbolizing = DispatchQueue(label: "lockhost.violations.lines", qos: .utility)
  private let waiting = Mutex(0)
  private let copies = Mutex(0)
  /// Touched on `symbolizing` alone; the lock is never waited for.
  private let images = Mutex(LoadedImages())

  init(_ rules: SourceRules) { self.rules = rules }

  /// Copies a call's stack and then finds its line.
  ///
  /// - Parameters:
  ///   - copied: Called when the call may be answered, on a queue.
  ///   - found: Called after that, on a queue: `Uploader.swift:42`, or nil.
  /// - Returns: False when too many wait already; neither is called then.
  func find(
    _ notification: lh_notification, listener: SharedDescriptor,
    copied: @escaping @Sendable () -> Void, found: @escaping @Sendable (String?) -> Void
  ) -> Bool {
    guard Self.take(waiting, limit: Self.maximumWaiting) else { return false }
    reading.async { [self] in
      let snapshot = StackSnapshot(of: notification, listener: listener)
      waiting.withLock { $0 -= 1 }
      copied()
      guard let snapshot, Self.take(copies, limit: Self.maximumCopies) else { return found(nil) }
      symbolizing.async { [self] in
        let line = source(of: snapshot)
        copies.withLock { $0 -= 1 }
        found(line)
      }
    }
    return true
  }

  private func source(of snapshot: StackSnapshot) -> String? {
    images.withLock { images in
      var walk = StackWalk(snapshot)
      while let frame = walk.next(&images) {
        if let line = images.line(at: frame.address, in: frame.area), rules.isOwn(line.path) {
          return line.text
        }
      }
      return nil
    }
  }

  private static func take(_ counter: borrowing Mutex<Int>, limit: Int) -> Bool {
    counter.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
  }
}
