// SPDX-License-Identifier: MIT

/// What the launcher itself still does after the filter is on: two descriptors that it uses, and a limit.
///
/// Both descriptors are at or above the guest's `RLIMIT_NOFILE`, so that once they are closed by the exec
/// no descriptor can ever have these numbers again, and their two rules are dead for good. The third rule
/// is `setrlimit(RLIMIT_NOFILE, …)` with the limit in the two registers that this call does not have: by
/// then the guest's hard limit is that limit, and a guest that makes the call again can only lower it.
public struct LaunchDescriptors: Hashable, Sendable {
  /// The executable: `execveat(executable, "", …, AT_EMPTY_PATH)` is let through.
  public let executable: UInt32
  /// The launcher's report socket: `sendmsg(report, …)` is let through, to pass the listener up.
  public var report: UInt32 { executable &+ 1 }

  /// Takes the number of the executable's descriptor: `K`, the guest's `RLIMIT_NOFILE`.
  public init(executable: UInt32) { self.executable = executable }
}
