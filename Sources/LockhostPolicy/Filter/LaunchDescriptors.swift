// SPDX-License-Identifier: MIT

/// The two descriptors that the launcher itself still uses after the filter is on.
///
/// Both are at or above the guest's `RLIMIT_NOFILE`, so that once they are closed by the exec no
/// descriptor can ever have these numbers again, and the two rules are dead for good.
public struct LaunchDescriptors: Hashable, Sendable {
  /// The executable: `execveat(executable, "", …, AT_EMPTY_PATH)` is let through.
  public let executable: UInt32
  /// The launcher's report socket: `sendmsg(report, …)` is let through, to pass the listener up.
  public var report: UInt32 { executable &+ 1 }

  /// Takes the number of the executable's descriptor: `K`, the guest's `RLIMIT_NOFILE`.
  public init(executable: UInt32) { self.executable = executable }
}
