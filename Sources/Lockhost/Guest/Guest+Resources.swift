// SPDX-License-Identifier: MIT

import LockhostSandbox
import LockhostSystem

/// What a guest uses as a whole: measured while it runs, since no kernel without cgroups limits it.
extension Guest {
  /// How often a guest is measured: an attacker can take what one process may take in between.
  private static let interval = Duration.milliseconds(100)
  /// How much longer than a count of the folder the pause after it is.
  private static let restFactor = 20

  /// Measures until the guest is dead.
  func beginMeasuring() {
    measuring?.cancel()
    measuring = loop.schedule(at: .now.advanced(by: Self.interval)) { [weak self] in
      self?.assumeIsolated { $0.measure() }
    }
  }

  private func measure() {
    guard phase < .dead, let process else { return }
    // Nil for a guest that has just died, of which the spawner tells soon.
    if let use = process.use() {
      peakBytes = max(peakBytes ?? 0, use.bytes)
      unnamedBytes = use.unnamedFileBytes
      if let limit = plan.specification.limits.memory, use.bytes > limit.bytes {
        return end(.limit("memory: \(ByteCount(use.bytes)) of \(limit)"))
      }
    }
    countContent()
    beginMeasuring()
  }

  /// Counts the session folder on a queue of its own, since a disk may be slow.
  private func countContent() {
    guard let folder = plan.content, !isCounting, .now >= nextCount else { return }
    isCounting = true
    let limit = plan.contentLimit
    Task { [weak self] in
      let before = MonotonicInstant.now
      let use = await WorkQueue.run { () -> DirectoryTree.Use? in
        do throws(SystemError) {
          return try DirectoryTree.use(of: try Directory.open(path: folder), limit: limit.entries)
        } catch {
          return nil
        }
      }
      await self?.take(use, after: before.duration(to: .now))
    }
  }

  private func take(_ use: DirectoryTree.Use?, after time: Duration) {
    isCounting = false
    nextCount = .now.advanced(by: max(time * Self.restFactor, .milliseconds(250)))
    guard phase < .ending, let use else { return }
    if plan.contentLimit.isExceeded(by: use, unnamedBytes: unnamedBytes) {
      end(.limit("session content (\(plan.contentLimit))"))
    }
  }
}
