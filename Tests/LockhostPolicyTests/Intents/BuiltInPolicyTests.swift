// SPDX-License-Identifier: MIT

import LockhostPolicy
import Testing

@Suite("Built-in policies") struct BuiltInPolicyTests {
  /// What a policy says of a call by name.
  static func decide(_ rules: RuleTable, _ name: String, _ arguments: UInt64...) throws -> Decision
  {
    let call = try #require(Syscall.named(name))
    return rules.decision(for: SyscallInvocation(number: call.number, arguments: arguments))
  }

  @Test("every policy kills what only an attacker does", arguments: Policy.builtInNames)
  func attacks(name: String) throws {
    let rules = try Policy.builtIn(name).resolved()
    let attacks = [
      "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "perf_event_open",
      "unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "move_mount", "open_tree",
      "open_tree_attr", "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr", "bpf",
      "userfaultfd", "init_module", "finit_module", "delete_module", "kexec_load",
      "kexec_file_load", "keyctl", "add_key", "request_key", "open_by_handle_at", "kcmp", "reboot",
      "iopl", "ioperm", "swapon", "swapoff",
    ]
    for attack in attacks {
      guard case .refused(.kill, _) = try Self.decide(rules, attack) else {
        Issue.record("\(attack) under \(name)")
        continue
      }
    }
  }

  @Test("every policy makes new calls look unknown, so that callers fall back")
  func fallbacks() throws {
    let rules = try Policy.builtIn("capture").resolved()
    for name in [
      "clone3", "io_uring_setup", "io_uring_enter", "io_uring_register", "openat2", "futex_waitv",
      "memfd_secret", "map_shadow_stack", "mseal", "statmount", "pidfd_open", "io_setup",
      "landlock_create_ruleset", "uselib", "sysfs",
    ] {
      #expect(
        try Self.decide(rules, name)
          == .refused(
            .errno(.notImplemented), rule: Self.rule(of: name)), "\(name)")
    }
  }

  private static func rule(of name: String) -> String {
    ["uselib", "sysfs"].contains(name) ? "deny obsolete errno ENOSYS" : "deny newer errno ENOSYS"
  }

  @Test("a socket is refused and reported")
  func sockets() throws {
    for name in ["capture", "app", "control", "compute", "program"] {
      let rules = try Policy.builtIn(name).resolved()
      #expect(
        try Self.decide(rules, "socket", 2, 1, 0)
          == .refused(.report(.notPermitted), rule: "deny network errno EPERM report"))
      #expect(!(try Self.decide(rules, "connect", 3, 0, 0).isAllowed))
      #expect(!(try Self.decide(rules, "bind", 3, 0, 0).isAllowed))
    }
  }

  @Test("no policy but `program` makes processes or runs programs")
  func processes() throws {
    for name in Policy.builtInNames {
      let rules = try Policy.builtIn(name).resolved()
      let isProgram = name == "program"
      for call in ["fork", "vfork", "execve", "execveat", "kill"] {
        #expect(try Self.decide(rules, call).isAllowed == isProgram, "\(call) under \(name)")
      }
      #expect(try Self.decide(rules, "clone", 17).isAllowed == isProgram)
      #expect(try Self.decide(rules, "clone", 0x4111).isAllowed == isProgram)
    }
  }

  @Test("no policy makes namespaces by clone")
  func namespaces() throws {
    let flags: [UInt64] = [
      0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000, 0x80,
    ]
    for name in Policy.builtInNames {
      let rules = try Policy.builtIn(name).resolved()
      for flag in flags {
        for base: UInt64 in [0, 17, 0x3d0f00] {
          #expect(!(try Self.decide(rules, "clone", base | flag).isAllowed), "\(name) \(flag)")
        }
      }
    }
  }

  @Test("threads are made as glibc and musl make them, and in no other way")
  func threads() throws {
    let rules = try Policy.builtIn("capture").resolved()
    #expect(try Self.decide(rules, "clone", 0x3d0f00).isAllowed, "glibc")
    #expect(try Self.decide(rules, "clone", 0x7d0f00).isAllowed, "musl")
    for missing: UInt64 in [0x100, 0x200, 0x400, 0x800, 0x10000] {
      #expect(!(try Self.decide(rules, "clone", 0x3d0f00 & ~missing).isAllowed))
    }
    for extra: UInt64 in [0x1000, 0x2000, 0x4000, 0x8000, 17, 1 << 32] {
      #expect(!(try Self.decide(rules, "clone", 0x3d0f00 | extra).isAllowed))
    }
  }

  @Test("no memory is executable, unless libraries are loaded, and then it is not writable")
  func executableMemory() throws {
    var policy = try Policy.builtIn("capture")
    let strict = try policy.resolved()
    policy.allow(.libraries)
    let loading = try policy.resolved()
    let fixedPrivate: UInt64 = 0x812
    for (rules, loads) in [(strict, false), (loading, true)] {
      #expect(try Self.decide(rules, "mmap", 0, 1, 3, 0x22).isAllowed)
      #expect(try Self.decide(rules, "mmap", 0, 1, 5, fixedPrivate).isAllowed == loads)
      #expect(try Self.decide(rules, "mmap", 0, 1, 4, 2).isAllowed == loads)
      for flags: UInt64 in [0x22, 0x1, 0x21] {
        #expect(!(try Self.decide(rules, "mmap", 0, 1, 5, flags).isAllowed))
      }
      #expect(!(try Self.decide(rules, "mmap", 0, 1, 7, fixedPrivate).isAllowed))
      #expect(!(try Self.decide(rules, "mprotect", 0, 1, 5).isAllowed))
      #expect(!(try Self.decide(rules, "mprotect", 0, 1, 7).isAllowed))
      #expect(!(try Self.decide(rules, "pkey_mprotect", 0, 1, 5).isAllowed))
      #expect(try Self.decide(rules, "mprotect", 0, 1, 1).isAllowed)
    }
  }

  @Test("the wire is descriptor 3 and no other")
  func wire() throws {
    let rules = try Policy.builtIn("capture").resolved()
    for call in ["sendmsg", "recvmsg", "sendto", "recvfrom"] {
      #expect(try Self.decide(rules, call, 3).isAllowed)
      for other: UInt64 in [0, 2, 4, 0x1_0000_0003, .max] {
        #expect(!(try Self.decide(rules, call, other).isAllowed), "\(call) \(other)")
      }
    }
    #expect(!(try Self.decide(rules, "sendto", 3, 0, 0, 0, 0x1000).isAllowed), "no address")
  }

  @Test("foreign conventions have no rules")
  func conventions() throws {
    let rules = try Policy.builtIn("program").resolved()
    for call in [
      SyscallInvocation(number: 20, architecture: .i386),
      SyscallInvocation(number: 39 | 0x4000_0000), SyscallInvocation(number: 0x8000_0027),
      SyscallInvocation(number: 39, architecture: .aarch64),
    ] {
      guard case .foreign = rules.decision(for: call) else {
        Issue.record("\(call)")
        continue
      }
    }
  }

  @Test("each policy fits on a screen", arguments: Policy.builtInNames)
  func short(name: String) throws {
    let policy = try Policy.builtIn(name)
    #expect(policy.text.split(separator: "\n").count <= 40)
  }
}
