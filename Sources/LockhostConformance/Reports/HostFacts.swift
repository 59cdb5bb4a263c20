// SPDX-License-Identifier: MIT

import CConformance
import Foundation
import Glibc
import LockhostSystem

/// What a report says of the machine that it was made on.
package struct HostFacts: Codable, Hashable, Sendable {
  /// `6.18.44`.
  package var kernel: String
  /// `x86_64`.
  package var machine: String
  /// Whether the suite ran as root.
  package var isRoot: Bool
  /// The version of Landlock's rules; 0 for none.
  package var landlock: Int
  /// What a filter may answer: `kill_process`, `user_notif`, ….
  package var seccompActions: [String]
  /// The security modules that are on.
  package var securityModules: [String]
  /// Processors that this process may use.
  package var processors: Int

  /// The running machine.
  package static func current() -> HostFacts {
    HostFacts(
      kernel: text("/proc/sys/kernel/osrelease"), machine: machine, isRoot: CurrentUser.isRoot,
      landlock: Int(max(lh_landlock_version(), 0)),
      seccompActions: text("/proc/sys/kernel/seccomp/actions_avail").split(separator: " ")
        .map(String.init),
      securityModules: text("/sys/kernel/security/lsm").split(separator: ",").map(String.init),
      processors: ProcessInfo.processInfo.activeProcessorCount)
  }

  /// The processor's kind, as `uname -m` has it.
  static let machine: String = {
    var name = utsname()
    guard unsafe uname(&name) == 0 else { return "unknown" }
    return unsafe withUnsafeBytes(of: &name.machine) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }()

  /// The text of a small file of the kernel; empty where there is none, which is an answer as well.
  private static func text(_ path: String) -> String {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return "" }
    let file = SharedDescriptor(adopting: number)
    guard let bytes = try? file.read(maximumBytes: 4096) else { return "" }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
      ?? ""
  }
}
