// SPDX-License-Identifier: MIT

import Testing

@testable import LockhostPolicy

@Suite("Proposals") struct PolicyProposalTests {
  private func call(_ name: String, _ arguments: UInt64...) throws -> SyscallInvocation {
    SyscallInvocation(number: try #require(Syscall.named(name)).number, arguments: arguments)
  }

  private func proposal(
    _ calls: [SyscallInvocation], under text: String = "include program"
  ) throws -> PolicyProposal {
    PolicyProposal(
      name: "t", summary: "for the test", calls: calls,
      under: try PolicySource(parsing: "policy watched\n" + text).outline())
  }

  @Test("the text is the policy, lints clean, and admits what was seen and little else")
  func text() throws {
    let calls = [
      try call("read", 0, 0, 10), try call("write", 1), try call("exit_group", 0),
      try call("mmap", 0, 4096, 3, 0x22), try call("mmap", 0, 4096, 5, 2, 3),
      try call("fcntl", 3, 1), try call("ioctl", 1, 0x5401), try call("time"),
      try call("prctl", 15), try call("clone", 17),
    ]
    let proposal = try proposal(calls)
    // Calls with any arguments stand before the others, so the order of lines is another.
    let read = try Policy(parsing: proposal.text)
    #expect(Set(read.statements) == Set(proposal.policy.statements))
    #expect(try PolicyLint.findings(in: try PolicySource(parsing: proposal.text)) == [])
    let rules = try proposal.policy.resolved()
    for seen in calls { #expect(rules.decision(for: seen).isAllowed) }
    for other in [
      try call("mmap", 0, 4096, 7, 0x22), try call("fcntl", 3, 4), try call("ioctl", 1, 0x541b),
      try call("prctl", 4), try call("openat"), try call("execve"), try call("fork"),
    ] {
      #expect(!rules.decision(for: other).isAllowed)
    }
    #expect(proposal.text.contains("# memory: memory of its own, never executable"))
    #expect(proposal.text.contains("fcntl: command == F_GETFD"))
    #expect(proposal.text.contains("time: always"))
  }

  @Test("a program that opens nothing for writing may only read")
  func reading() throws {
    let reading = try proposal([try call("openat", .max, 0, 0x9_0800)])
    #expect(reading.text.contains("openat: flags in ~(O_WRONLY|O_RDWR|O_CREAT|O_TRUNC)"))
    let both = try proposal([
      try call("openat", .max, 0, 0x9_0800), try call("openat", .max, 0, 0x241),
    ])
    #expect(both.text.contains("allow openat"))
  }

  @Test("a dangerous intent comes whole, with the reason it had")
  func dangerous() throws {
    let reason = "fetches map tiles && stores them, " + String(repeating: "and so on, ", count: 9)
    let proposal = try proposal(
      [try call("socket", 2, 1), try call("connect", 4)],
      under: "include program\nallow host-network because \"\(reason)\"")
    #expect(proposal.text.contains("allow host-network because \"\(reason)\""))
    #expect(!proposal.text.contains("connect"))
    #expect(try PolicyLint.findings(in: try PolicySource(parsing: proposal.text)) == [])
  }

  @Test("beside an intent that comes whole, nothing says the same again")
  func whole() throws {
    let proposal = try proposal(
      [
        try call("mmap", 0, 4096, 3, 0x22), try call("mmap", 0, 4096, 7, 0x22),
        try call("mprotect", 0, 4096, 1), try call("mprotect", 0, 4096, 5), try call("read"),
      ], under: "include program\nallow writable-code because \"compiles JavaScript at run time\"")
    #expect(proposal.text.contains("allow writable-code because"))
    #expect(!proposal.text.contains("mmap") && !proposal.text.contains("mprotect"))
    #expect(try PolicyLint.findings(in: try PolicySource(parsing: proposal.text)) == [])
  }

  @Test("what depends on the moment alone comes with what makes it possible")
  func companions() throws {
    let threads = try proposal([try call("clone", 0x3d0f00)])
    #expect(
      threads.text.contains("futex sched_yield") || threads.text.contains("sched_yield futex"))
    let rules = try threads.policy.resolved()
    for name in ["futex", "sched_yield", "exit", "exit_group"] {
      #expect(rules.decision(for: try call(name)).isAllowed, "\(name)")
    }
    let nothing = try proposal([try call("clone", 0x3d0f00)], under: "clone: flags == 0x3d0f00")
    #expect(nothing.policy.statements.count == 2 && nothing.refused.isEmpty)
  }

  @Test("what was refused is noted, and refused in the same way again")
  func refused() throws {
    let calls = [try call("socket", 2, 1), try call("socket", 1, 1), try call("chown", 0)]
    let proposal = try proposal(calls)
    #expect(proposal == (try self.proposal(calls.reversed())))
    #expect(proposal.refused.count == 3)
    #expect(proposal.text.contains("#   socket(AF_INET, SOCK_STREAM, 0): errno EPERM report"))
    #expect(proposal.text.contains("deny chown errno EPERM\n"))
    let rules = try proposal.policy.resolved()
    let watched = try Policy.builtIn("program").resolved()
    for name in ["socket", "chown"] {
      let call = try #require(Syscall.named(name))
      #expect(rules.refusal(of: call) == watched.refusal(of: call))
    }
  }

  @Test("names and sentences that no policy can have are made into some that it can")
  func names() throws {
    for name in ["", "9", "../../x y", "ÄÖ", "python3.13", String(repeating: "a", count: 300)] {
      let proposal = PolicyProposal(
        name: name, summary: "a \"sentence\"\nwith\\ all", calls: [],
        under: try PolicySource(builtIn: "program").outline())
      #expect(try Policy(parsing: proposal.text) == proposal.policy)
    }
  }

  @Test("everything that a policy admits, seen, gives back what admits all of it")
  func everything() throws {
    for name in Policy.builtInNames {
      let outline = try PolicySource(builtIn: name).outline()
      let calls = outline.table.admissions.flatMap { number, admissions in
        BoundaryArguments(tests: admissions.flatMap(\.alternatives)).all.map {
          SyscallInvocation(number: number, arguments: $0)
        }
      }
      let proposal = PolicyProposal(name: name, summary: "all", calls: calls, under: outline)
      let rules = try Policy(parsing: proposal.text).resolved()
      for call in calls where outline.table.decision(for: call).isAllowed {
        #expect(rules.decision(for: call).isAllowed, "\(call) under \(name)")
      }
    }
  }
}
