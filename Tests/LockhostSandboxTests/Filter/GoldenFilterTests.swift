// SPDX-License-Identifier: MIT

import Foundation
import LockhostPolicy
import LockhostTesting
import Testing

@testable import LockhostSandbox

/// The compiled built-in policies in words, as they were when somebody last looked.
///
/// A change of a policy, of the compiler's input, or of libseccomp shows here as a difference that a
/// person must read. `UPDATE_GOLDEN=1` writes the files anew.
@Suite("Golden filters") struct GoldenFilterTests {
  @Test("a built-in policy compiles to the same filter as before", arguments: Policy.builtInNames)
  func golden(name: String) throws {
    let program = try FilterCompiler.compile(try Policy.builtIn(name), executable: 256)
    let text =
      "# \(name), K = 256, with a listener, libseccomp \(FilterCache.compilerVersion)\n"
      + FilterDisassembler.text(program.instructions)
    let path = SourceTree.path("Tests/LockhostPolicyTests/Golden/\(name).x86_64.txt")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOfFile: path, encoding: .utf8)
    guard golden.prefix(while: { $0 != "\n" }) == text.prefix(while: { $0 != "\n" }) else {
      print("not compared: the golden filter was made by another libseccomp; \(name)")
      return
    }
    let (old, new) = (golden.split(separator: "\n"), text.split(separator: "\n"))
    let difference = zip(old, new).first { $0 != $1 }
    #expect(old.count == new.count)
    #expect(difference == nil, "UPDATE_GOLDEN=1 writes it anew")
  }

  @Test("every instruction of the built-in filters has words", arguments: Policy.builtInNames)
  func words(name: String) throws {
    let program = try FilterCompiler.compile(try Policy.builtIn(name), executable: 256)
    #expect(!FilterDisassembler.text(program.instructions).contains("code 0x"))
  }
}
