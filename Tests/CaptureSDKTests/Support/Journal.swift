// SPDX-License-Identifier: MIT

import Foundation
import LockhostTesting
import Synchronization

/// What happened, in order, on any thread.
final class Journal: Sendable {
  private let lines = Mutex<[String]>([])

  func write(_ line: String) { lines.withLock { $0.append(line) } }

  var entries: [String] { lines.withLock { $0 } }

  /// Waits until so many lines are there.
  ///
  /// - Returns: The lines there are; fewer when nothing came for ten seconds.
  func wait(for count: Int) async -> [String] {
    _ = await Waiting.until(within: .seconds(10)) { self.entries.count >= count }
    return entries
  }
}
