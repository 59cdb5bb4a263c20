// SPDX-License-Identifier: MIT

import Testing

@testable import LockhostPolicy

@Suite("What tier floor makes of a policy")
struct FloorRulesTests {
  static let policies = ["base", "capture", "app", "control", "compute"]

  @Test("every call that it names is one, and every group a group")
  func names() {
    let calls = FloorRules.closed.flatMap(\.names) + Array(FloorRules.quiet)
    for name in calls { #expect(Syscall.named(name) != nil, "\(name)") }
    for name in FloorRules.impossible.flatMap(\.names) {
      #expect(Syscall.named(name) != nil || CallGroup.named(name) != nil, "\(name)")
    }
  }

  @Test("it never admits what the policy refuses", arguments: policies)
  func narrower(_ name: String) throws {
    let rules = try Policy.builtIn(name).resolved()
    let floor = try rules.onFloor()
    #expect(floor.isForFloor && !rules.isForFloor)
    for (number, admissions) in floor.admissions {
      let wide = ArgumentRegion(rules.admissions[number, default: []].flatMap(\.alternatives))
      let narrow = ArgumentRegion(admissions.flatMap(\.alternatives))
      #expect(narrow.isSubset(of: wide), "\(Syscall.numbered(number)?.name ?? "")")
    }
  }

  @Test("what it closes is refused, whatever the arguments")
  func closed() throws {
    let floor = try Policy.builtIn("app").resolved().onFloor()
    for (names, refusal) in FloorRules.closed {
      for call in names.compactMap(Syscall.named) {
        let decision = floor.decision(
          for: SyscallInvocation(number: call.number, arguments: [0, 0, 0, 0, 0, 0]))
        guard case .refused(refusal, let rule) = decision else {
          Issue.record("\(call.name): \(decision)")
          continue
        }
        #expect(rule.contains("tier floor"))
      }
    }
  }

  @Test("a call that names a process is admitted for the guest's own number alone")
  func ownNumber() throws {
    let floor = try Policy.builtIn("app").resolved().onFloor()
    func isAdmitted(_ name: String, _ arguments: [UInt64]) throws -> Bool {
      let call = try #require(Syscall.named(name))
      return floor.decision(
        for: SyscallInvocation(
          number: call.number,
          arguments: arguments + Array(repeating: 0, count: 6 - arguments.count)
        )
      ).isAllowed
    }
    let own = RuleTable.ownProcess
    // No process has this number, so a filter in which it is left standing admits nobody.
    #expect(own > 4_194_304 && own < 0x8000_0000)
    #expect(try isAdmitted("tgkill", [own, 77, 6]))
    #expect(try !isAdmitted("tgkill", [1, 77, 6]))
    #expect(try isAdmitted("prlimit64", [0, 7, 0, 1]))
    #expect(try isAdmitted("prlimit64", [own, 7, 0, 1]) == false, "the policy itself wants 0")
    #expect(try !isAdmitted("prlimit64", [1, 7, 0, 1]))
    #expect(try isAdmitted("getpriority", [0, 0]))
    #expect(try !isAdmitted("getpriority", [2, 0]))
    #expect(try !isAdmitted("getpriority", [0, 1]))
    #expect(try isAdmitted("sched_getaffinity", [own]))
    #expect(try !isAdmitted("sched_getaffinity", [1]))
  }

  @Test(
    "a rule that a namespace alone could hold is named",
    arguments: [
      ("allow processes", "fork"), ("allow fork", "fork"), ("clone: flags in SIGCHLD", "clone"),
      ("allow host-network because \"a test\"", "socket"), ("allow shmget", "shmget"),
      ("allow ptrace because \"a test\"", "ptrace"), ("allow mount because \"a test\"", "mount"),
      ("allow keyctl because \"a test\"", "keyctl"), ("allow ioctl because \"a test\"", "ioctl"),
      ("allow io_uring_setup", "io_uring_setup"),
    ])
  func impossible(_ line: String, _ call: String) throws {
    let policy = try Policy(parsing: "policy test\ninclude compute\n\(line)\n")
    let refusal = #expect(throws: FloorRefusal.self) { try policy.resolved().onFloor() }
    #expect(refusal?.call == call)
    #expect(refusal?.rule.isEmpty == false && refusal?.reason.isEmpty == false)
  }

  @Test("what the program policy does without can be had")
  func withoutProcesses() throws {
    let policy = try Policy(
      parsing: "policy test\ninclude program\nwithout processes execution\n")
    #expect(try policy.resolved().onFloor().isForFloor)
  }
}
