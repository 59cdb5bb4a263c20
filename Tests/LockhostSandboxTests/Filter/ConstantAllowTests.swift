// SPDX-License-Identifier: MIT

import LockhostPolicy
import LockhostSandbox
import Testing

/// The kernel answers a call without running the filter when the filter admits it with any arguments.
///
/// It finds that out once, when the filter is installed, as `seccomp_is_const_allow()`
/// of kernel/seccomp.c does; neither a listener nor any other flag changes it.
@Suite("Calls that the kernel admits without running the filter") struct ConstantAllowTests {
  private static let hot = [
    "read", "write", "pread64", "futex", "clock_gettime", "munmap", "rt_sigprocmask", "getpid",
    "sched_yield", "lseek", "close", "fstat", "poll", "ppoll", "nanosleep", "clock_nanosleep",
  ]

  @Test(
    "the calls that a program makes most are among them, under every policy",
    arguments: ["capture", "app", "control", "compute", "program"], [true, false])
  func builtIns(name: String, hasListener: Bool) throws {
    let program = try FilterCompiler.compile(
      try Policy.builtIn(name), executable: 256, listener: hasListener)
    for call in Self.hot {
      let number = try #require(Syscall.named(call)).number
      #expect(Self.isConstantAllow(number, program.instructions), "\(call) under \(name)")
    }
    // Controls: one that depends on its arguments, one that is refused, and another convention's.
    for call in ["mmap", "ioctl", "ptrace"] {
      let number = try #require(Syscall.named(call)).number
      #expect(!Self.isConstantAllow(number, program.instructions), "\(call) under \(name)")
    }
    #expect(!Self.isConstantAllow(0, program.instructions, architecture: 0x4000_0003))
  }

  private static func isConstantAllow(
    _ number: UInt32, _ instructions: [FilterInstruction], architecture: UInt32 = 0xc000_003e
  ) -> Bool {
    var accumulator: UInt32 = 0
    var place = 0
    while place < instructions.count {
      let instruction = instructions[place]
      let operand = instruction.operand
      place += 1
      switch instruction.code {
      // BPF_LD | BPF_W | BPF_ABS, of nothing but the number and the architecture.
      case 0x20 where operand == 0: accumulator = number
      case 0x20 where operand == 4: accumulator = architecture
      // BPF_RET | BPF_K.
      case 0x06: return operand == 0x7fff_0000
      // BPF_JMP and BPF_JA, BPF_JEQ, BPF_JGE, BPF_JGT, BPF_JSET with BPF_K.
      case 0x05: place += Int(operand)
      case 0x15, 0x35, 0x25, 0x45:
        let holds =
          switch instruction.code {
          case 0x15: accumulator == operand
          case 0x35: accumulator >= operand
          case 0x25: accumulator > operand
          default: accumulator & operand != 0
          }
        place += Int(holds ? instruction.jumpIfTrue : instruction.jumpIfFalse)
      // BPF_ALU | BPF_AND | BPF_K.
      case 0x54: accumulator &= operand
      default: return false
      }
    }
    return false
  }
}
