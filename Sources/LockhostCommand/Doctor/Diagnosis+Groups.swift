// SPDX-License-Identifier: MIT

import LockhostSandbox
import LockhostSystem

extension Diagnosis {
  /// What trying a cgroup came to; nil where no guest could be started at all.
  static func cgroup(_ trial: GroupTrial?) -> DoctorFinding {
    func limited(_ detail: String, fix: String) -> DoctorFinding {
      .limited(
        "cgroup", "cgroup v2", detail,
        costs: "memory is limited by measuring, and processes for each user and not for each guest",
        fix: fix)
    }
    let delegated = "run under `systemd-run --user --scope -p Delegate=yes`"
    let unified =
      "boot with systemd.unified_cgroup_hierarchy=1 cgroup_no_v1=all: version 1 holds them now"
    switch trial {
    case .works(let path, let controllers):
      let missing = [GroupController.memory, .processes].filter { !controllers.contains($0) }
      guard missing.isEmpty else {
        return limited(
          "a guest was born in one below \(path), killed and removed with it; it has no controller "
            + missing.map(\.rawValue).joined(separator: ", "), fix: unified)
      }
      let names = controllers.sorted().map(\.rawValue).joined(separator: ", ")
      return .ok(
        "cgroup", "cgroup v2",
        "a guest was born in one, killed and removed with it; limits \(names)")
    case .hindered(let hindrance):
      return limited(
        hindrance.description, fix: fix(for: hindrance, delegated: delegated, unified: unified))
    case .refused(let error):
      return limited(
        "one was made, but no guest could be born in it: \(CommandFailure(error).message)",
        fix: delegated)
    case .left(let path, let what):
      return limited(
        "a guest was born in one below \(path), but \(what)", fix: "run Linux 5.14 or newer")
    case nil:
      return limited("not tried, since no guest could be started", fix: "see the tiers above")
    }
  }

  private static func fix(
    for hindrance: GroupHindrance, delegated: String, unified: String
  ) -> String {
    switch hindrance {
    case .notMounted: "boot with systemd.unified_cgroup_hierarchy=1"
    case .notVisible: "in a container, mount cgroup2 in its own cgroup namespace, or run outside"
    case .notDelegated: delegated
    case .lacks: unified
    case .refused(_, let cause):
      cause.name == "EROFS" ? "start the container with a writable /sys/fs/cgroup" : delegated
    }
  }
}
