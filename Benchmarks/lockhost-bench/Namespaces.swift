// SPDX-License-Identifier: MIT

import CLockhostBench
import LockhostSystem

/// The kernel's own part of a launch: no launcher that gives the same namespaces can be below it.
enum Namespaces {
  /// `CLONE_NEW…` of `clone(2)`.
  private static let kinds: [(name: String, flag: UInt64)] = [
    ("mount", 0x0002_0000), ("cgroup", 0x0200_0000), ("uts", 0x0400_0000), ("ipc", 0x0800_0000),
    ("pid", 0x2000_0000), ("net", 0x4000_0000),
  ]
  /// Every other kind may then be made by an ordinary user too.
  private static let user: UInt64 = 0x1000_0000

  /// Clones a process that ends at once, and reaps it, with no namespace, with each kind beside the
  /// user's, and with all.
  static func measure(count: Int) throws -> Measurement {
    var measurement = Measurement()
    let all = kinds.reduce(user) { $0 | $1.flag }
    let ways =
      [("none", 0), ("user", user)] + kinds.map { ($0.name, user | $0.flag) }
      + [("allButNet", all & ~0x4000_0000), ("all", all)]
    for _ in 0..<count {
      for (name, flags) in ways {
        let begun = MonotonicInstant.now
        let code = lh_clone_and_reap(flags)
        guard code == 0 else { throw SystemError(call: "clone3(2)", code: code) }
        measurement.note(name, begun.duration(to: .now))
      }
    }
    return measurement
  }
}
