// SPDX-License-Identifier: MIT

import LockhostPolicy
import Testing

@Suite("Rules") struct RuleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let allowed: [[UInt64]]
    let refused: [[UInt64]]
    var testDescription: String { rule }
  }

  static let high: UInt64 = 0xffff_ffff_0000_0000
  static let minusOne: UInt64 = .max

  /// For each kind of comparison what it admits and what it does not, by registers.
  static let cases: [Case] = [
    // 32-bit arguments: zero or sign-extended, and no other upper half.
    Case(rule: "read: fd == 3", allowed: [[3]], refused: [[2], [4], [0x1_0000_0003], [high | 3]]),
    Case(
      rule: "read: fd == -1", allowed: [[minusOne], [0xffff_ffff]],
      refused: [[0x1_ffff_ffff], [0x7fff_ffff], [0]]),
    Case(
      rule: "openat: directory == AT_FDCWD", allowed: [[0xffff_ff9c], [0xffff_ffff_ffff_ff9c]],
      refused: [[0x1_ffff_ff9c], [100]]),
    Case(
      rule: "ioctl: request == TIOCGPTN",
      allowed: [[0, 0x8004_5430], [0, 0xffff_ffff_8004_5430]],
      refused: [[0, 0x1_8004_5430], [0, 0x4_5430]]),
    Case(
      rule: "ioctl: request in {FIONREAD, FIONBIO}", allowed: [[0, 0x541b], [0, 0x5421]],
      refused: [[0, 0x5412], [0, 0x123_0000_541b], [0, 0x5400]]),
    Case(
      rule: "memfd_create: flags in MFD_CLOEXEC|MFD_ALLOW_SEALING",
      allowed: [[0, 0], [0, 1], [0, 2], [0, 3]],
      refused: [[0, 4], [0, 7], [0, 1 << 32], [0, minusOne]]),
    Case(
      rule: "openat: flags in ~O_CREAT",
      allowed: [[0, 0, 0], [0, 0, 0xffff_ffbf], [0, 0, high | 0x8000_0001]],
      refused: [[0, 0, 0x40], [0, 0, 0x1_0000_0000], [0, 0, minusOne]]),
    Case(
      rule: "openat: flags has O_CREAT|O_EXCL", allowed: [[0, 0, 0xc0], [0, 0, 0xc1]],
      refused: [[0, 0, 0x40], [0, 0, 0], [0, 0, 0x1_0000_00c0]]),
    Case(
      rule: "openat: flags & 3 == O_RDONLY", allowed: [[0, 0, 0], [0, 0, 0x40]],
      refused: [[0, 0, 1], [0, 0, 2], [0, 0, 0x1_0000_0000]]),
    Case(rule: "read: fd < 16", allowed: [[0], [15]], refused: [[16], [1 << 32], [minusOne]]),
    Case(rule: "read: fd <= 16", allowed: [[0], [16]], refused: [[17], [1 << 32], [minusOne]]),
    // 64-bit arguments: every bit counts.
    Case(
      rule: "mmap: prot in ~PROT_EXEC", allowed: [[0, 0, 3], [0, 0, 1 << 32]],
      refused: [[0, 0, 4], [0, 0, minusOne], [0, 0, 1 << 32 | 4]]),
    Case(
      rule: "mmap: prot in PROT_READ|PROT_WRITE", allowed: [[0, 0, 0], [0, 0, 3]],
      refused: [[0, 0, 4], [0, 0, 1 << 32]]),
    Case(rule: "read: buffer == 0", allowed: [[9, 0, 9]], refused: [[9, 1], [9, 1 << 32]]),
    Case(rule: "read: count != 0", allowed: [[0, 0, 1], [0, 0, 1 << 32]], refused: [[0, 0, 0]]),
    Case(
      rule: "read: count > 8", allowed: [[0, 0, 9], [0, 0, minusOne]],
      refused: [[0, 0, 8], [0, 0, 0]]),
    Case(rule: "read: count >= 8", allowed: [[0, 0, 8], [0, 0, 1 << 32]], refused: [[0, 0, 7]]),
    Case(
      rule: "read: count < 0x100000001", allowed: [[0, 0, 1 << 32]],
      refused: [[0, 0, 0x1_0000_0001]]),
    // Joined.
    Case(
      rule: "read: fd == 3 && count <= 8", allowed: [[3, 0, 8]], refused: [[3, 0, 9], [4, 0, 8]]),
    Case(
      rule: "read: fd == 3 || count <= 8", allowed: [[3, 0, 9], [4, 0, 8]], refused: [[4, 0, 9]]),
    Case(
      rule: "read: fd == 1 && count == 1 || fd == 2 && count == 2",
      allowed: [[1, 0, 1], [2, 0, 2]], refused: [[1, 0, 2], [2, 0, 1]]),
    Case(
      rule: "read: (fd == 1 || fd == 2) && (count == 1 || count == 2)",
      allowed: [[1, 0, 1], [1, 0, 2], [2, 0, 1]], refused: [[3, 0, 1], [1, 0, 3]]),
    Case(
      rule: "openat: flags has O_CREAT && flags in O_CREAT|O_EXCL",
      allowed: [[0, 0, 0x40], [0, 0, 0xc0]],
      refused: [[0, 0, 0x80], [0, 0, 0x41], [0, 0, 0]]),
    Case(rule: "read: always", allowed: [[0], [minusOne]], refused: []),
  ]

  @Test("a rule admits what it says and nothing beside it", arguments: cases)
  func bothDirections(_ row: Case) throws {
    let rules = try Policy(parsing: "policy x\n\(row.rule)").resolved()
    let name = row.rule.prefix { $0 != ":" }
    let number = try #require(Syscall.named(String(name))).number
    for registers in row.allowed {
      let decision = rules.decision(for: SyscallInvocation(number: number, arguments: registers))
      #expect(decision.isAllowed, "\(registers)")
      #expect(
        decision.rule.hasPrefix(
          name == "read" && row.rule.hasSuffix("always") ? "allow read" : row.rule.prefix(8)))
    }
    for registers in row.refused {
      let decision = rules.decision(for: SyscallInvocation(number: number, arguments: registers))
      #expect(
        decision == .refused(.report(.notPermitted), rule: "default errno EPERM report"),
        "\(registers)")
    }
  }

  private func decide(_ text: String, _ name: String, _ arguments: UInt64...) throws -> Decision {
    let rules = try Policy(parsing: "policy x\n" + text).resolved()
    let number = try #require(Syscall.named(name)).number
    return rules.decision(for: SyscallInvocation(number: number, arguments: arguments))
  }

  @Test("any rule that admits is enough, whatever the order")
  func union() throws {
    for text in [
      "read: fd == 3\ndeny read errno EIO", "deny read errno EIO\nread: fd == 3",
      "deny read errno EIO\nread: fd == 4\nread: fd == 3",
    ] {
      #expect(try decide(text, "read", 3).isAllowed)
      #expect(
        try decide(text, "read", 9)
          == .refused(.errno(#require(ErrorNumber(named: "EIO"))), rule: "deny read errno EIO"))
    }
  }

  @Test("the last refusal of a call counts, the default for the rest, ENOSYS for what is no call")
  func refusals() throws {
    let text = "kill tracing\ndeny ptrace errno EPERM\ndefault errno EACCES"
    #expect(
      try decide(text, "ptrace") == .refused(.errno(.notPermitted), rule: "deny ptrace errno EPERM")
    )
    #expect(try decide(text, "kcmp") == .refused(.kill, rule: "kill tracing"))
    #expect(
      try decide(text, "mount")
        == .refused(.errno(#require(ErrorNumber(named: "EACCES"))), rule: "default errno EACCES"))
    let rules = try Policy(parsing: "policy x\ndefault kill").resolved()
    for number: UInt32 in [337, 423, 470, 512, 547, 1000, 0x3fff_ffff, .max] {
      #expect(
        rules.decision(for: SyscallInvocation(number: number))
          == .refused(.errno(.notImplemented), rule: "unknown calls errno ENOSYS"))
    }
  }

  @Test("`without` takes back what stands above it, and only that")
  func without() throws {
    let text = "include capture\nwithout files memfd_create\nread: fd == 0"
    #expect(!(try decide(text, "rename").isAllowed))
    #expect(!(try decide(text, "memfd_create", 0, 1).isAllowed))
    #expect(try decide(text, "newfstatat", 3, 0, 0, 0x1000).isAllowed, "`streams` has it too")
    #expect(try decide(text, "read", 9).isAllowed, "`streams` has it")
    #expect(!(try decide("allow read\nwithout read\nread: fd == 3", "read", 4).isAllowed))
    #expect(try decide("without read\nallow read", "read", 4).isAllowed)
  }

  @Test("grants that are taken back are not shown")
  func grants() throws {
    let text = """
      policy x
      allow host-network because "maps"
      allow ptrace because "debugs"
      without host-network
      """
    #expect(try Policy(parsing: text).resolved().grants.map(\.name) == ["ptrace"])
  }

  @Test("a refusal that an include brings in gives way to an admission")
  func includedRefusal() throws {
    #expect(
      try decide("include base\nallow ptrace because \"it debugs\"", "ptrace").isAllowed)
  }
}
