// SPDX-License-Identifier: MIT

import LockhostSandbox
package import LockhostSystem

/// What a guest may keep on the disk, which no limit of the kernel bounds as a whole.
package struct ContentLimit: Hashable, Sendable {
  /// Everything that has a name.
  package var entries = 4096
  /// The sizes of its files.
  package var size = ByteCount.mebibytes(2048)

  /// The limit of an extension's session folder.
  package init() {}

  /// Whether a folder holds more than this.
  func isExceeded(by use: DirectoryTree.Use, unnamedBytes: Int) -> Bool {
    use.isBeyond || use.entries > entries || use.bytes > size.bytes
      || unnamedBytes > size.bytes - use.bytes
  }
}

extension ContentLimit: CustomStringConvertible {
  package var description: String { "\(entries) entries, \(size)" }
}

extension GuestSpecification {
  /// Which limit an end speaks of; nil for none.
  func limit(behind exit: GuestExit) -> String? {
    if exit.exceededContainer { return "the container" }
    if case .exited = exit.status {
    } else if exit.group?.memoryKills ?? 0 > 0 {
      return "memory"
    }
    switch exit.status {
    case .signaled(24, _): return "processor time"
    case .signaled(25, _): return "file size"
    // Soft and hard limit are the same, so the kernel's first word may be its last.
    case .signaled(9, _):
      guard let allowed = limits.processorTime?.components.seconds, let used = exit.resources
      else { return nil }
      let microseconds = used.userMicroseconds + used.systemMicroseconds
      // The limit is held by ticks of the clock, which on a busy machine count far more than the guest
      // used by the exact account.
      return microseconds * 2 >= Int(allowed) * 1_000_000 ? "processor time" : nil
    // SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGSEGV: how programs end that do not check for room.
    case .signaled(4...7, _), .signaled(11, _):
      guard let container, let use = exit.container else { return nil }
      // The set-up's own folders are counted neither in the use nor out of the size.
      let isFull =
        use.bytes >= container.size.bytes - 65_536 || use.files >= container.files - 4
      return isFull ? "the container" : nil
    default: return nil
    }
  }
}
