// SPDX-License-Identifier: MIT

import Testing

@testable import LockhostPolicy

@Suite("Differences between policies") struct PolicyDifferenceTests {
  private func difference(_ first: String, _ second: String) throws -> PolicyDifference {
    PolicyDifference(
      from: try Policy(parsing: "policy a\n\(first)").resolved(),
      to: try Policy(parsing: "policy b\n\(second)").resolved())
  }

  @Test("a policy does not differ from itself", arguments: Policy.builtInNames)
  func same(name: String) throws {
    let rules = try Policy.builtIn(name).resolved()
    #expect(PolicyDifference(from: rules, to: rules).isEmpty)
  }

  @Test("other words for the same are no difference")
  func words() throws {
    #expect(
      try difference(
        "include base\nallow read write\nfcntl: command in {F_GETFD, F_SETFD}",
        "include base\nallow write\nfcntl: command == F_SETFD\nallow read\nread: fd == 3\n"
          + "fcntl: command == F_GETFD"
      ).isEmpty)
    #expect(try difference("deny chown errno EPERM report", "default errno EPERM report").isEmpty)
  }

  @Test("a wider condition is told with an example, by the side that has it")
  func wider() throws {
    let found = try difference(
      "socket: domain == AF_UNIX", "socket: domain in {AF_UNIX, AF_INET}")
    #expect(found.admissions.count == 1 && found.refusals.isEmpty)
    let entry = try #require(found.admissions.first)
    #expect(entry.call.name == "socket" && entry.side == .second && !entry.isNew)
    #expect(entry.call.describe(entry.example).first == "AF_INET")
    #expect(entry.refusal == .report(.notPermitted))
    let back = try difference(
      "socket: domain in {AF_UNIX, AF_INET}", "socket: domain == AF_UNIX")
    #expect(back.admissions.map(\.side) == [.first])
  }

  @Test("every call with its examples differs as the rules say")
  func examples() throws {
    let first = try Policy.builtIn("capture").resolved()
    let second = try Policy.builtIn("program").resolved()
    let found = PolicyDifference(from: first, to: second)
    #expect(found.admissions.contains { $0.call.name == "execve" && $0.isNew })
    for entry in found.admissions {
      let call = SyscallInvocation(number: entry.call.number, arguments: entry.example)
      #expect(first.decision(for: call).isAllowed == (entry.side == .first))
      #expect(second.decision(for: call).isAllowed == (entry.side == .second))
    }
  }

  @Test("another refusal is a difference too, and equal ones stand together")
  func refusals() throws {
    let found = try difference("deny chown fchown errno EPERM", "kill chown fchown")
    #expect(found.admissions.isEmpty)
    #expect(found.refusals.count == 1)
    #expect(found.refusals.first?.calls.map(\.name) == ["chown", "fchown"])
    #expect(found.refusals.first?.second == .kill)
  }
}
