// SPDX-License-Identifier: MIT

import Glibc
import LockhostConformance
import Synchronization

/// The line that says on a terminal how far a run is.
final class ConformanceProgress: Sendable {
  private let terminal: Terminal
  private let total: Int
  private let isShown: Bool
  private let counts = Mutex((done: 0, failed: 0))

  init(_ terminal: Terminal, total: Int, environment: [String: String]) {
    self.terminal = terminal
    self.total = total
    isShown = isatty(2) == 1 && environment["TERM"] != "dumb" && !terminal.style.isQuiet
  }

  /// Notes a verdict.
  func note(_ verdict: Verdict) {
    let (done, failed) = counts.withLock { counts in
      counts.done += 1
      if verdict.outcome == .failed || verdict.outcome == .inconclusive { counts.failed += 1 }
      return counts
    }
    guard isShown else { return }
    terminal.status("\(done) of \(total)  \(failed) failed  \(verdict.promise.id)")
  }

  /// Takes the line away.
  func finish() { if isShown { terminal.clearStatus() } }
}
