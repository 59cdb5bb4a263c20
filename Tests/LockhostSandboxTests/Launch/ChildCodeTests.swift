// SPDX-License-Identifier: MIT

import Foundation
import LockhostSystem
import Testing

@Suite("The code between clone and exec")
struct ChildCodeTests {
  /// What that code may call: system calls by their wrappers, and functions that neither allocate nor
  /// lock (signal-safety(7)).
  private static let allowed: Set<String> = [
    "__errno_location", "_exit", "chdir", "clock_gettime", "close", "close_range", "dup2", "dup3",
    "execveat", "fchdir", "fchownat", "fcntl", "fsconfig", "fsmount", "fsopen", "fstat", "fstatfs",
    "geteuid", "getppid", "memcpy", "memmove", "memset", "mkdir", "mkdirat", "mknodat", "mmap",
    "mount_setattr", "move_mount", "open", "open_tree", "poll", "ppoll", "prctl", "ptrace", "read",
    "sendmsg", "setdomainname", "setgroups", "sethostname", "socketpair", "setresgid", "setresuid",
    "setrlimit", "setsid", "sigaddset", "sigemptyset", "signalfd",
    "sigprocmask", "syscall", "umask", "umount2", "wait4",
  ]

  @Test("calls nothing but system calls and what neither allocates nor locks")
  func symbols() throws {
    let folder = try ProgramFolder.path() + "/lockhost_spawn.build"
    let names = ["child", "root", "privileges", "landlock", "guest", "init", "report"]
    for name in names {
      let object = "\(folder)/\(name).c.o"
      try #require(FileManager.default.fileExists(atPath: object), "\(object) is not built")
      let called = try Self.undefinedSymbols(of: object).filter { !$0.hasPrefix("lh_") }
      #expect(!called.isEmpty)
      #expect(called.subtracting(Self.allowed) == [], "\(name).c")
    }
  }

  private static func undefinedSymbols(of object: String) throws -> Set<String> {
    let process = Foundation.Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["nm", "--undefined-only", "--format=just-symbols", object]
    let pipe = Foundation.Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Set(text.split(separator: "\n").map(String.init))
  }
}
