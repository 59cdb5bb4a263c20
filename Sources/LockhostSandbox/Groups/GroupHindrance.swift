// SPDX-License-Identifier: MIT

public import LockhostSystem

/// Why a host can make no cgroups for its guests.
public enum GroupHindrance: Error, Hashable, Sendable {
  /// No cgroup v2 hierarchy is mounted.
  case notMounted
  /// The host's own cgroup is not to be seen where the hierarchy is mounted.
  case notVisible(path: String)
  /// A service manager runs this cgroup and has not handed it down (`Delegate=yes`).
  case notDelegated(path: String)
  /// It was not handed these controllers.
  case lacks(path: String, [GroupController])
  /// The kernel refused to make one.
  case refused(path: String, cause: SystemError)
}

extension GroupHindrance: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch self {
    case .notMounted: "no cgroup v2 hierarchy is mounted"
    case .notVisible(let path): "the host's own cgroup \(path) is not visible here"
    case .notDelegated(let path): "systemd has not delegated \(path)"
    case .lacks(let path, let controllers):
      "\(path) has no controller for "
        + controllers.map(\.rawValue).joined(separator: ", ")
    case .refused(let path, let cause): "none can be made in \(path): \(cause)"
    }
  }
}
