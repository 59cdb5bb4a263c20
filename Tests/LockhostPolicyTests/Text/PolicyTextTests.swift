// SPDX-License-Identifier: MIT

import LockhostPolicy
import Testing

@Suite("The text of policies") struct PolicyTextTests {
  @Test("a built-in policy reads as it was written", arguments: Policy.builtInNames)
  func builtIns(name: String) throws {
    let policy = try Policy.builtIn(name)
    #expect(try Policy(parsing: policy.text) == policy)
    #expect(policy.name == name)
    #expect(policy.summary != nil)
  }

  /// Text as written, and as it is printed where that differs.
  static let texts: [(String, String?)] = [
    ("policy x\n", nil),
    ("policy x \"it \\\"says\\\" \\\\ so\"\n", nil),
    ("policy x # a comment\n\n# another\nallow memory\n", "policy x\nallow memory\n"),
    ("policy x\nallow memory threads\n", "policy x\nallow memory\nallow threads\n"),
    ("policy x\nallow memory\n  threads\n", "policy x\nallow memory\nallow threads\n"),
    ("policy x\ninclude capture\n", nil),
    ("policy x\nallow host-network because \"downloads tiles\"\n", nil),
    ("policy x\nallow ptrace because \"it is a debugger\"\n", nil),
    ("policy x\nallow read\n", nil),
    ("policy x\nallow time\n", nil),
    ("policy x\ntime: always\n", nil),
    ("policy x\nread: always\n", "policy x\nallow read\n"),
    ("policy x\nmmap: prot in ~PROT_EXEC || flags has MAP_ANONYMOUS\n", nil),
    ("policy x\nmmap: prot in ~(PROT_EXEC|PROT_WRITE) && fd == -1\n", nil),
    ("policy x\nmmap: (prot == 1 || prot == 2) && (fd == 3 && length <= 0x1000)\n", nil),
    ("policy x\nmmap: prot == 1 && fd == 3 || prot == 2 && fd == 4\n", nil),
    ("policy x\nioctl: request in {FIONREAD, 0x1234, 77}\n", nil),
    ("policy x\nsocket: type & 15 == SOCK_STREAM && domain == AF_UNIX\n", nil),
    ("policy x\nread: count != 0 && fd < 16\n", nil),
    ("policy x\nread: count >= 1 && fd == 0b11\n", "policy x\nread: count >= 1 && fd == 3\n"),
    ("policy x\nopenat: directory == AT_FDCWD && flags in O_CLOEXEC\n", nil),
    ("policy x\nclone: flags in SIGCHLD|CLONE_VM|0x8000\n", nil),
    ("policy x\ndeny socket network errno EPERM report\n", nil),
    ("policy x\ndeny clone3 errno ENOSYS\n", nil),
    ("policy x\nkill ptrace mounts\n", nil),
    ("policy x\ninclude capture\nwithout wire memfd_create\n", nil),
    ("policy x\ndefault errno ENOSYS\n", nil),
    ("policy x\ndefault errno EACCES report\n", nil),
    ("policy x\ndefault kill\n", nil),
    ("policy x\nkill: pid == 1\n", nil),
    ("policy x\r\nallow memory\r\n", "policy x\nallow memory\n"),
  ]

  @Test("a policy prints as its text, and reads as itself again", arguments: texts)
  func roundTrip(text: String, printed: String?) throws {
    let policy = try Policy(parsing: text)
    #expect(policy.text == printed ?? text)
    #expect(try Policy(parsing: policy.text) == policy)
    #expect(try Policy(parsing: policy.text).resolved() == policy.resolved())
  }

  @Test("a policy built in code has a text")
  func builtInCode() throws {
    var policy = Policy(name: "mine", statements: [.include("base")])
    policy.allow(.memory, .threads)
    policy.allow(.hostNetwork, because: "it fetches maps")
    policy.refuse("chown", with: .report(.notPermitted))
    policy.statements.append(
      .admit(
        syscall: "ioctl", .test(argument: "request", .equals(Condition.Value(.name("FIONREAD"))))))
    #expect(
      policy.text == """
        policy mine
        include base
        allow memory
        allow threads
        allow host-network because "it fetches maps"
        deny chown errno EPERM report
        ioctl: request == FIONREAD

        """)
    #expect(try Policy(parsing: policy.text) == policy)
    #expect(try policy.resolved().grants.map(\.reason) == ["it fetches maps"])
  }
}
