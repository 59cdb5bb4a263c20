// SPDX-License-Identifier: MIT

import LockhostSandbox

/// What facts and trials mean: pure, so that machines which are not at hand can be tested.
enum Diagnosis {
  /// Every finding, in the order in which a person would look.
  static func findings(
    _ facts: MachineFacts, _ trials: [TierTrial], groups: GroupTrial?, swift: String?
  ) -> [DoctorFinding] {
    [kernel(facts)] + trials.map { tier($0, facts) }
      + [
        userNamespaces(facts, trials), landlock(facts, trials), seccomp(facts), cgroup(groups),
        yama(facts), toolchain(swift),
      ]
  }

  /// The strongest tier that works.
  static func best(_ trials: [TierTrial]) -> SandboxTier? {
    trials.filter(\.works).map(\.tier).max()
  }

  private static func kernel(_ facts: MachineFacts) -> DoctorFinding {
    let numbers = facts.kernel.split(whereSeparator: { !$0.isNumber }).prefix(2).compactMap {
      Int($0)
    }
    let isNewEnough = numbers.count == 2 && (numbers[0], numbers[1]) >= (5, 13)
    let user = facts.isRoot ? "as root" : "as an ordinary user"
    guard isNewEnough else {
      return .missing(
        "kernel", "Kernel", facts.kernel,
        costs: "there is no Landlock before Linux 5.13", fix: "run a newer kernel")
    }
    return .ok("kernel", "Kernel", "Linux \(facts.kernel), \(user)")
  }

  private static func tier(_ trial: TierTrial, _ facts: MachineFacts) -> DoctorFinding {
    let id = "tier.\(trial.tier.rawValue)"
    let title = "Tier \(trial.tier.rawValue)"
    let failure: CommandFailure
    switch trial.outcome {
    case .works: return .ok(id, title, "works: a guest ran in it")
    case .refused(let error): failure = CommandFailure(error)
    }
    let said = ([failure.message] + failure.details).joined(separator: "; ")
    switch trial.tier {
    case .floor:
      return .limited(
        id, title, said, costs: "nothing, where another tier works",
        fix: "run Linux 6.2 or newer, with Landlock switched on")
    case .noUserNamespace where !facts.isRoot:
      return .limited(
        id, title, said, costs: "nothing, where tier full works", fix: "only root can make it")
    case .full, .noUserNamespace:
      return .missing(
        id, title, said,
        costs: trial.tier == .full
          ? "a weaker tier is taken, or nothing is started"
          : "root has nothing to fall back on where user namespaces are refused",
        fix: failure.help.first { !$0.contains("doctor") } ?? advice(facts))
    }
  }

  private static func advice(_ facts: MachineFacts) -> String {
    "see the lines below; in a container, allow `unshare`, `mount` and `clone3`, or run outside"
  }

  private static func userNamespaces(
    _ facts: MachineFacts, _ trials: [TierTrial]
  ) -> DoctorFinding {
    let (id, title) = ("user-namespaces", "User namespaces")
    let costs = "tier full needs them; root falls back to no-userns, others to floor"
    if facts.maximumUserNamespaces == nil {
      return .missing(
        id, title, "not in this kernel", costs: costs, fix: "use a kernel with CONFIG_USER_NS")
    }
    if facts.maximumUserNamespaces == 0 {
      return .missing(
        id, title, "user.max_user_namespaces = 0", costs: costs,
        fix: "sysctl user.max_user_namespaces=15000")
    }
    if facts.unprivilegedUserNamespaces == 0, !facts.isRoot {
      return .missing(
        id, title, "kernel.unprivileged_userns_clone = 0", costs: costs,
        fix: "sysctl kernel.unprivileged_userns_clone=1")
    }
    if facts.apparmorRestriction == 1, !facts.isRoot {
      return .missing(
        id, title, "kernel.apparmor_restrict_unprivileged_userns = 1", costs: costs,
        fix: "give lockhost-spawn an AppArmor profile with `userns,`, or sysctl "
          + "kernel.apparmor_restrict_unprivileged_userns=0")
    }
    guard trials.contains(where: { $0.tier == .full && $0.works }) else {
      return .missing(
        id, title, "no switch forbids them, but the trial failed", costs: costs,
        fix: "a container's or the service's seccomp profile may refuse them: run outside of it")
    }
    return .ok(id, title, "allowed, up to \(facts.maximumUserNamespaces ?? 0); one was made")
  }

  private static func landlock(_ facts: MachineFacts, _ trials: [TierTrial]) -> DoctorFinding {
    let (id, title) = ("landlock", "Landlock")
    let fix = "boot with lsm=landlock,… and a kernel that has it"
    if let version = trials.compactMap(\.landlockVersion).max(), version > 0 {
      let isWhole = version >= 6
      let detail = "ABI \(version), applied to a guest"
      return isWhole
        ? .ok(id, title, detail)
        : .limited(
          id, title, detail,
          costs:
            "its rules on \(version < 4 ? "ports, devices and signals" : "signals") are missing; "
            + "namespaces and the filter hold the same limits",
          fix: "run Linux 6.12 or newer")
    }
    if facts.securityModules.contains("landlock") {
      return .limited(
        id, title, "on; no guest could be started to try it", costs: "unknown", fix: nil)
    }
    return .missing(id, title, "off", costs: "the kernel's second opinion on files", fix: fix)
  }

  private static func seccomp(_ facts: MachineFacts) -> DoctorFinding {
    let (id, title) = ("seccomp", "Seccomp listener")
    guard facts.seccompActions.contains("user_notif") else {
      return .missing(
        id, title, facts.seccompActions.isEmpty ? "no seccomp" : "the kernel has no user_notif",
        costs: "refused calls could not be told", fix: "use a kernel with CONFIG_SECCOMP_FILTER")
    }
    return .ok(id, title, "available")
  }

  private static func yama(_ facts: MachineFacts) -> DoctorFinding {
    let (id, title) = ("yama", "Yama")
    guard let scope = facts.ptraceScope else { return .ok(id, title, "not in this kernel") }
    guard scope >= 2 else {
      return .ok(id, title, "ptrace_scope = \(scope): a debugger can attach to a guest")
    }
    return .limited(
      id, title, "ptrace_scope = \(scope)",
      costs: "a debugger can attach to a guest for root only, or not at all",
      fix: "sysctl kernel.yama.ptrace_scope=1")
  }

  private static func toolchain(_ swift: String?) -> DoctorFinding {
    guard let swift else {
      return .limited(
        "swift", "Swift", "no `swift` in PATH", costs: "`lockhost build` needs it",
        fix: "install Swift from swift.org")
    }
    return .ok("swift", "Swift", swift)
  }
}

extension TierTrial {
  /// The version of Landlock's rules that a guest ran with; `nil` when none ran.
  fileprivate var landlockVersion: Int? {
    if case .works(let version) = outcome { version } else { nil }
  }
}
