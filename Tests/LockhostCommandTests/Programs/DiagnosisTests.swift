// SPDX-License-Identifier: MIT

import LockhostSystem
import LockhostTesting
import Testing

@testable import LockhostCommand
@testable import LockhostSandbox

/// What `doctor` makes of machines that are not at hand, and of this one.
@Suite("The doctor", .timeLimit(.minutes(1)))
struct DiagnosisTests {
  private static func facts(
    kernel: String = "6.12.0", isRoot: Bool = false, namespaces: Int? = 1000,
    unprivileged: Int? = nil, apparmor: Int? = nil, actions: [String] = ["user_notif"],
    ptrace: Int? = 1
  ) -> MachineFacts {
    MachineFacts(
      kernel: kernel, isRoot: isRoot, maximumUserNamespaces: namespaces,
      unprivilegedUserNamespaces: unprivileged, apparmorRestriction: apparmor,
      seccompActions: actions, securityModules: ["landlock"], ptraceScope: ptrace)
  }

  private static let works = TierTrial(tier: .full, outcome: .works(landlockVersion: 7))
  private static let fails = TierTrial(
    tier: .full,
    outcome: .refused(
      .launch(step: .clone, index: 0, cause: SystemError(call: "clone3(2)", code: 1))))

  private func states(_ facts: MachineFacts, _ trial: TierTrial) -> [String: DoctorFinding] {
    let groups = GroupTrial.works(path: "/sys/fs/cgroup/own", [.memory, .processes])
    let findings = Diagnosis.findings(facts, [trial], groups: groups, swift: "/usr/bin/swift")
    return Dictionary(uniqueKeysWithValues: findings.map { ($0.id, $0) })
  }

  @Test("a good machine has nothing missing")
  func good() {
    let findings = states(Self.facts(), Self.works)
    for finding in findings.values { #expect(finding.state == .ok, "\(finding.id)") }
    #expect(Diagnosis.best([Self.works]) == .full)
  }

  static let bad: [(MachineFacts, String, String)] = [
    (facts(kernel: "5.10.0-8-amd64"), "kernel", "newer kernel"),
    (facts(namespaces: nil), "user-namespaces", "CONFIG_USER_NS"),
    (facts(namespaces: 0), "user-namespaces", "user.max_user_namespaces="),
    (facts(unprivileged: 0), "user-namespaces", "unprivileged_userns_clone=1"),
    (facts(apparmor: 1), "user-namespaces", "AppArmor"),
    (facts(), "user-namespaces", "container"),
    (facts(actions: ["kill_process"]), "seccomp", "CONFIG_SECCOMP"),
    (facts(ptrace: 2), "yama", "ptrace_scope=1"),
  ]

  @Test("what is missing is named with how to get it", arguments: bad)
  func missing(facts: MachineFacts, id: String, fix: String) throws {
    let finding = try #require(states(facts, Self.fails)[id])
    #expect(finding.state != .ok)
    #expect(finding.costs?.isEmpty == false)
    #expect(finding.fix?.contains(fix) == true, "\(finding)")
    #expect(Diagnosis.best([Self.fails]) == nil)
  }

  static let groups: [(GroupTrial?, String)] = [
    (.hindered(.notMounted), "unified_cgroup_hierarchy"),
    (.hindered(.notVisible(path: "/x")), "cgroup namespace"),
    (.hindered(.notDelegated(path: "/x")), "Delegate=yes"),
    (.hindered(.lacks(path: "/x", [.memory])), "cgroup_no_v1=all"),
    (.hindered(.refused(path: "/x", cause: SystemError(call: "mkdirat(2)", code: 13))), "Delegate"),
    (.hindered(.refused(path: "/x", cause: SystemError(call: "mkdirat(2)", code: 30))), "writable"),
    (.refused(.spawnerDied), "Delegate=yes"),
    (.left(path: "/x", "it could not be removed"), "5.14"),
    (.works(path: "/x", [.processors]), "cgroup_no_v1=all"), (nil, "tiers above"),
  ]

  @Test("a cgroup that does not do all is named with the cause and the fix", arguments: groups)
  func group(trial: GroupTrial?, fix: String) {
    let finding = Diagnosis.cgroup(trial)
    #expect(finding.state == .limited && finding.costs?.isEmpty == false)
    #expect(finding.fix?.contains(fix) == true, "\(finding)")
  }

  @Test("a cgroup is tried here: made, lived in, killed, removed")
  func groupHere() async throws {
    switch await GroupTrial.run(in: .full) {
    case .works(let path, let controllers): print("cgroups work below \(path): \(controllers)")
    case .hindered(let hindrance): print("none can be made here: \(hindrance)")
    case .refused(let error): Issue.record("\(error)")
    case .left(let path, let what): Issue.record("\(path): \(what)")
    }
  }

  @Test("root is not held back by what holds ordinary users back")
  func root() {
    let findings = states(Self.facts(isRoot: true, unprivileged: 0, apparmor: 1), Self.works)
    #expect(findings["user-namespaces"]?.state == .ok)
  }

  @Test("this machine gets a verdict, as text and as JSON")
  func here() async throws {
    let program = try ProgramFolder.path(of: "lockhost")
    let text = try await ProgramRun.run(program, ["doctor"])
    #expect([0, 69].contains(text.status), "\(text.errors)")
    #expect(text.output.contains("Landlock"))
    let json = try await ProgramRun.run(program, ["doctor", "--json"])
    #expect(json.lines.first?.contains(#""schema":"lockhost.doctor/1""#) == true)
  }
}
