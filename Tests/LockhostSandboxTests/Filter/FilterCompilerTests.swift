// SPDX-License-Identifier: MIT

import LockhostPolicy
import LockhostSandbox
import Testing

@Suite("Compiling filters") struct FilterCompilerTests {
  @Test("every built-in policy compiles to what it says", arguments: Policy.builtInNames)
  func builtIns(name: String) throws {
    let policy = try Policy.builtIn(name)
    for listener in [true, false] {
      for executable in [UInt32?.none, 256] {
        let program = try FilterCompiler.compile(
          policy, executable: executable, listener: listener)
        try program.verify()
        #expect(program.instructions.count < 1024)
        #expect(program.usesListener == listener)
      }
    }
  }

  /// Policies with every kind of comparison, and answers that libseccomp has to tell apart.
  static let texts = [
    "policy x\nread: fd == 3 || fd == -1\nwrite: fd < 16 && count > 8\ndefault kill",
    "policy x\nopenat: directory == AT_FDCWD && flags in ~O_CREAT\ndefault errno EACCES",
    "policy x\nmmap: prot in ~PROT_EXEC || flags has MAP_ANONYMOUS && prot & 4 == 4",
    "policy x\nread: count != 0\nwrite: count >= 0x100000000\nlseek: offset <= 100\ndefault kill",
    "policy x\nioctl: request in {FIONREAD, TIOCGPTN, 0x1234} && argument == 0",
    "policy x\nread: (fd == 1 || fd == 2) && (count == 1 || count == 2)\ndeny read errno EIO",
    "policy x\ndeny network errno EAFNOSUPPORT\nkill mounts\ndefault errno ENOSYS report",
    "policy x\nmseal: always\nfile_getattr: directory == AT_FDCWD\nallow statmount listmount",
    "policy x\ninclude program\nallow writable-code because \"a compiler at run time\"",
    "policy x\nexecveat: flags == AT_EMPTY_PATH\nsendmsg: fd == 9",
    "policy x",
  ]

  @Test("a policy compiles to what it says", arguments: texts)
  func policies(text: String) throws {
    let policy = try Policy(parsing: text)
    for listener in [true, false] {
      for executable in [UInt32?.none, 9] {
        try FilterCompiler.compile(policy, executable: executable, listener: listener).verify()
      }
    }
  }

  @Test("the launcher's exec and report pass, each on its descriptor only")
  func launch() throws {
    let program = try FilterCompiler.compile(try Policy.builtIn("compute"), executable: 64)
    let evaluator = try FilterEvaluator(program.instructions)
    func action(_ number: UInt32, _ arguments: UInt64...) -> FilterAction {
      evaluator.action(for: SyscallInvocation(number: number, arguments: arguments))
    }
    let (execveat, sendmsg) = (UInt32(322), UInt32(46))
    #expect(action(execveat, 64, 1, 1, 1, 0x1000) == .allow)
    #expect(action(sendmsg, 65, 1, 0) == .allow)
    for other: UInt64 in [0, 63, 65, 0x1_0000_0040, .max] {
      #expect(action(execveat, other, 1, 1, 1, 0x1000) == .notify)
    }
    for flags: UInt64 in [0, 0x100, 0x1100, 0x11000, 0x1_0000_1000] {
      #expect(action(execveat, 64, 1, 1, 1, flags) == .notify)
    }
    for other: UInt64 in [3, 64, 66, 0x1_0000_0041] {
      #expect(action(sendmsg, other, 1, 0) == .notify)
    }
    let plain = try FilterCompiler.compile(try Policy.builtIn("compute"), executable: nil)
    let without = try FilterEvaluator(plain.instructions)
    #expect(
      without.action(
        for: SyscallInvocation(number: execveat, arguments: [64, 1, 1, 1, 0x1000])) == .notify)
  }

  @Test("a policy without meaning does not compile")
  func meaningless() throws {
    let policy = Policy(name: "x", statements: [.admit(syscall: "raed")])
    let error = #expect(throws: FilterError.self) {
      try FilterCompiler.compile(policy, executable: nil)
    }
    guard case .policy(let problem) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(problem.suggestion == "read")
  }
}
