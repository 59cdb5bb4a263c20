// SPDX-License-Identifier: MIT

import LockhostPolicy
import LockhostSandbox
import LockhostSystem
import Testing

@Suite("Compiling filters") struct FilterCompilerTests {
  @Test("every built-in policy compiles to what it says", arguments: Policy.builtInNames)
  func builtIns(name: String) throws {
    let policy = try Policy.builtIn(name)
    for listener in [true, false] {
      for executable in [UInt32?.none, 256, 4096] {
        let start = MonotonicInstant.now
        let program = try FilterCompiler.compile(
          policy, executable: executable, listener: listener)
        let end = MonotonicInstant.now
        print(name, program.instructions.count, start.duration(to: end))
        try program.verify()
      }
    }
  }
}
