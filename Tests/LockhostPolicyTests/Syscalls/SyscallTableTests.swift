// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import LockhostPolicy

@Suite("The table of calls") struct SyscallTableTests {
  @Test("every row is read, each number and name once, in order")
  func rows() {
    #expect(Syscall.all.count == SyscallTable.rowCount)
    #expect(ArgumentKind.all.count == ArgumentKind.rowCount)
    #expect(Set(Syscall.all.map(\.name)).count == Syscall.all.count)
    #expect(Syscall.all.map(\.number) == Syscall.all.map(\.number).sorted())
    #expect(Set(Syscall.all.map(\.number)).count == Syscall.all.count)
    #expect(Set(ArgumentKind.all.map(\.name)).count == ArgumentKind.all.count)
    for call in Syscall.all {
      #expect(call.arguments.count <= 6, "\(call.name)")
      #expect(Set(call.arguments.map(\.name)).count == call.arguments.count, "\(call.name)")
    }
  }

  @Test("names and numbers are those of the system's header")
  func header() throws {
    let path = "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var compared = 0
    for line in text.split(separator: "\n") where line.hasPrefix("#define __NR_") {
      let words = line.dropFirst("#define __NR_".count).split(separator: " ")
      let number = try #require(UInt32(words[1]))
      let call = try #require(Syscall.named(String(words[0])), "\(words[0])")
      #expect(call.number == number)
      compared += 1
    }
    #expect(compared > 350)
  }

  @Test("calls newer than the header and libseccomp are there")
  func newest() {
    for (name, number) in [
      ("cachestat", UInt32(451)), ("fchmodat2", 452), ("map_shadow_stack", 453),
      ("futex_wake", 454), ("futex_wait", 455), ("futex_requeue", 456), ("statmount", 457),
      ("listmount", 458), ("lsm_get_self_attr", 459), ("lsm_set_self_attr", 460),
      ("lsm_list_modules", 461), ("mseal", 462), ("setxattrat", 463), ("getxattrat", 464),
      ("listxattrat", 465), ("removexattrat", 466), ("open_tree_attr", 467),
      ("file_getattr", 468), ("file_setattr", 469), ("uretprobe", 335), ("uprobe", 336),
    ] {
      #expect(Syscall.named(name)?.number == number)
    }
  }

  struct Described: Sendable, CustomTestStringConvertible {
    let name: String
    let registers: [UInt64]
    let text: String
    var testDescription: String { text }
  }

  static let described: [Described] = [
    Described(
      name: "socket", registers: [2, 0x80801, 0],
      text: "AF_INET, SOCK_STREAM|SOCK_NONBLOCK|SOCK_CLOEXEC, 0"),
    Described(name: "socket", registers: [99, 0x7, 17], text: "99, 0x7, 17"),
    Described(
      name: "socket", registers: [0x1_0000_0002, 1, 0], text: "0x100000002, SOCK_STREAM, 0"),
    Described(
      name: "openat", registers: [0xffff_ff9c, 0x7ffd, 0x80000, 0x1234],
      text: "AT_FDCWD, 0x7ffd, O_RDONLY|O_CLOEXEC"),
    Described(
      name: "openat", registers: [5, 0x7ffd, 0x241, 0o644],
      text: "5, 0x7ffd, O_WRONLY|O_CREAT|O_TRUNC, 0644"),
    Described(name: "open", registers: [1, 0x410002, 0o600], text: "0x1, O_RDWR|O_TMPFILE, 0600"),
    Described(
      name: "clone", registers: [0x10000011, 0, 0, 0, 0],
      text: "SIGCHLD|CLONE_NEWUSER, NULL, NULL, NULL, NULL"),
    Described(
      name: "clone", registers: [0x80000100, 0, 0, 0, 0],
      text: "CLONE_VM|CLONE_IO, NULL, NULL, NULL, NULL"),
    Described(name: "ioctl", registers: [0, 0x5412, 1], text: "0, TIOCSTI, 0x1"),
    Described(name: "ioctl", registers: [0, 0xdead, 0], text: "0, 0xdead, NULL"),
    Described(name: "kill", registers: [UInt64(bitPattern: -1), 9], text: "-1, SIGKILL"),
    Described(name: "prlimit64", registers: [0, 7, 0x10, 0], text: "0, RLIMIT_NOFILE, 0x10, NULL"),
    Described(
      name: "mmap", registers: [0, 4096, 0, 0x32, 0xffff_ffff, 0],
      text: "NULL, 4096, PROT_NONE, MAP_PRIVATE|MAP_FIXED|MAP_ANONYMOUS, -1, 0"),
    Described(
      name: "futex", registers: [8, 0x189, 1, 0, 0, 0xffff_ffff],
      text:
        "0x8, FUTEX_WAIT_BITSET|FUTEX_PRIVATE_FLAG|FUTEX_CLOCK_REALTIME, 1, NULL, NULL, 4294967295"),
    Described(name: "access", registers: [8, 0], text: "0x8, F_OK"),
    Described(name: "unlinkat", registers: [3, 8, 0x200], text: "3, 0x8, AT_REMOVEDIR"),
    Described(name: "getpid", registers: [1, 2], text: ""),
    Described(name: "umask", registers: [0o22], text: "022"),
  ]

  @Test("a call reads as in its source", arguments: described)
  func describes(_ row: Described) throws {
    let call = try #require(Syscall.named(row.name))
    #expect(call.describe(row.registers).joined(separator: ", ") == row.text)
  }
}
