// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// How much of the machine's memory is available.
enum AvailableMemory {
  /// The part of all memory that programs could have without swapping, from 0 to 1.
  ///
  /// Source: `MemAvailable` and `MemTotal` of `proc_meminfo(5)`. Where they cannot be read it is 1:
  /// a pool is bounded without this.
  static func part() -> Double {
    let number = unsafe open("/proc/meminfo", O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return 1 }
    let file = SharedDescriptor(adopting: number)
    guard let bytes = try? file.read(maximumBytes: 8192) else { return 1 }
    return part(of: String(decoding: bytes, as: UTF8.self))
  }

  static func part(of text: String) -> Double {
    var values: [Substring: Double] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      guard words.count >= 2 else { continue }
      values[words[0]] = Double(words[1])
    }
    guard let total = values["MemTotal:"], let available = values["MemAvailable:"], total > 0 else {
      return 1
    }
    return available / total
  }
}
