// SPDX-License-Identifier: MIT

import Testing

@testable import LockhostPolicy

@Suite("Recording filters") struct RecordingFilterTests {
  private static let launch = LaunchDescriptors(executable: 64)

  private func evaluator(_ launch: LaunchDescriptors?) throws -> FilterEvaluator {
    let rules = try Policy.builtIn("program").resolved()
    return try FilterEvaluator(FilterProgram.recording(rules, launch: launch).instructions)
  }

  @Test("every call of the 64-bit convention is asked about", arguments: [nil, launch])
  func asks(launch: LaunchDescriptors?) throws {
    let filter = try evaluator(launch)
    let vectors: [[UInt64]] = [
      [], [3, 0, 0, 0, 0x1000], [64], [65], Array(repeating: .max, count: 6),
    ]
    for number in Array(0...1100) + [0x3fff_ffff, UInt32.max] {
      for arguments in vectors
      where !(number == Syscall.sendmsg && arguments == [65] && launch != nil) {
        let call = SyscallInvocation(number: number, arguments: arguments)
        #expect(filter.action(for: call) == .notify, "\(number) \(arguments)")
      }
    }
  }

  @Test("calls of other conventions are asked about, the launcher's two among them")
  func foreign() throws {
    let filter = try evaluator(Self.launch)
    for number: UInt32 in [
      0, 11, Syscall.execveat, Syscall.sendmsg, 0x4000_0000, 0x4000_0221, 0x7fff_ffff,
      0xffff_fffe,
    ] {
      for architecture: SyscallInvocation.Architecture in [.i386, .aarch64, .x86_64]
      where architecture != .x86_64 || number >= 0x4000_0000 {
        for arguments: [UInt64] in [[64, 0, 0, 0, 0x1000], [65]] {
          let call = SyscallInvocation(
            number: number, architecture: architecture, arguments: arguments)
          #expect(filter.action(for: call) == .notify, "\(number)")
        }
      }
    }
  }

  @Test("the launcher's two calls pass, whole, and nothing near them")
  func launcher() throws {
    let filter = try evaluator(Self.launch)
    func action(_ number: UInt32, _ arguments: UInt64...) -> FilterAction {
      filter.action(for: SyscallInvocation(number: number, arguments: arguments))
    }
    #expect(action(Syscall.execveat, 64, 9, 9, 9, 0x1000) == .allow)
    #expect(action(Syscall.sendmsg, 65, 9, 9) == .allow)
    for near: UInt64 in [0, 63, 65, 0x1_0000_0040, .max] {
      #expect(action(Syscall.execveat, near, 9, 9, 9, 0x1000) == .notify)
    }
    for flags: UInt64 in [0, 0x1001, 0x1_0000_1000, .max] {
      #expect(action(Syscall.execveat, 64, 9, 9, 9, flags) == .notify)
    }
    for near: UInt64 in [0, 64, 66, 0x1_0000_0041, .max] {
      #expect(action(Syscall.sendmsg, near, 9, 9) == .notify)
    }
  }
}
