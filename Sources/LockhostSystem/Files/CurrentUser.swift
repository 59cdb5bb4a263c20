// SPDX-License-Identifier: MIT

import Glibc

/// The user as whom this process acts, and the users it could give files to.
public enum CurrentUser {
  /// The effective user.
  public static var identifier: UInt32 { geteuid() }

  /// Whether this process acts as root, in its user namespace at least.
  public static var isRoot: Bool { geteuid() == 0 }

  /// The user identifiers that exist in this process's user namespace.
  ///
  /// On an ordinary system these are all; in a rootless container often one and 65,536 more.
  ///
  /// Reads `/proc/self/uid_map`.
  ///
  /// - Throws: `SystemError` for `open(2)` when there is no `/proc`.
  public static func mappedIdentifiers() throws(SystemError) -> [ClosedRange<UInt32>] {
    let descriptor = try retryingInterrupts("open(2)") {
      open("/proc/self/uid_map", O_RDONLY | O_CLOEXEC)
    }
    let file = SharedDescriptor(adopting: descriptor)
    let bytes = try file.read(maximumBytes: 65_536) ?? []
    return parse(uidMap: String(decoding: bytes, as: UTF8.self))
  }

  /// Reads lines of `inside outside count`.
  ///
  /// A line that makes no sense is left out.
  static func parse(uidMap text: String) -> [ClosedRange<UInt32>] {
    text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ").map { UInt64($0) }
      guard fields.count == 3, let first = fields[0], let count = fields[2], count > 0,
        first <= UInt64(UInt32.max), count <= UInt64(UInt32.max)
      else { return nil }
      let last = min(first + count - 1, UInt64(UInt32.max) - 1)
      return first <= last ? UInt32(first)...UInt32(last) : nil
    }
  }
}
