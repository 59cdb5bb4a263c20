// SPDX-License-Identifier: MIT

import Foundation
import LockhostPolicy
import LockhostTesting
import Synchronization
import Testing

@testable import LockhostSandbox

/// Filters of built-in policies that are found by name.
@Suite("Filters that are found by name") struct BuiltInFilterTests {
  let folder: ScratchFolder
  let cache: FilterCache

  init() throws {
    folder = try ScratchFolder()
    cache = try FilterCache(path: folder.path("filters"))
  }

  @Test(
    "are the policy's own, when they are compiled and when they are found",
    arguments: BuiltInPolicy.allCases, [false, true])
  func same(_ known: BuiltInPolicy, withLibraries: Bool) throws {
    var policy = try Policy.builtIn(known.rawValue)
    if withLibraries { policy.allow(.libraries) }
    let wanted = try FilterCompiler.compile(policy, executable: 333)
    for _ in 0..<2 {
      let filter = try FilterCompiler.compile(
        known, withLibraries: withLibraries, executable: 333, cache: cache)
      #expect(filter.instructions == wanted.instructions)
      #expect(filter.rules == wanted.rules)
      #expect(filter.usesListener && filter.launch == wanted.launch)
      try filter.verify()
    }
  }

  @Test("are told from those with libraries, with another K, and of another policy")
  func others() throws {
    let filter = try FilterCompiler.compile(
      .compute, withLibraries: false, executable: 334, cache: cache)
    for other in [
      try FilterCompiler.compile(.compute, withLibraries: true, executable: 334, cache: cache),
      try FilterCompiler.compile(.compute, withLibraries: false, executable: 335, cache: cache),
      try FilterCompiler.compile(.control, withLibraries: false, executable: 334, cache: cache),
    ] {
      #expect(other.instructions != filter.instructions)
    }
  }

  @Test("are compiled again when what was kept is damaged, others may write it, or it is a link")
  func distrust() throws {
    let name = "program x\npolicy y"
    let wanted = try FilterCompiler.compile(.compute, executable: 336).instructions
    #expect(cache.instructions(named: name) == nil)
    cache.keep(wanted, named: name)
    #expect(cache.instructions(named: name) == wanted)
    #expect(cache.instructions(named: name + "z") == nil)
    let path = folder.path("filters/" + (try #require(folder.contents(of: "filters").first)))
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for place in stride(from: 0, to: whole.count, by: 101) {
      var damaged = whole
      damaged[place] ^= 0x04
      try damaged.write(to: URL(fileURLWithPath: path))
      #expect(cache.instructions(named: name) == nil, "byte \(place)")
    }
    try whole.write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o602], ofItemAtPath: path)
    #expect(cache.instructions(named: name) == nil)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(cache.instructions(named: name) == wanted)
    try FileManager.default.moveItem(atPath: path, toPath: folder.path("elsewhere"))
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: folder.path("elsewhere"))
    #expect(cache.instructions(named: name) == nil)
  }

  @Test("do not read their policy until a call is refused")
  func lazy() {
    let isAsked = Asked()
    let program = FilterProgram(instructions: [], launch: nil, usesListener: true) {
      isAsked.note()
      return RuleTable(refusingAllOf: "nothing")
    }
    let copy = program.with([FilterInstruction(code: 0x06, operand: 0)])
    #expect(!program.isForFloor && copy.bytes.count == 8)
    #expect(isAsked.count == 0)
    #expect(!program.rules.decision(for: SyscallInvocation(number: 0)).isAllowed)
    _ = copy.rules
    #expect(isAsked.count == 1)
  }
}

private final class Asked: Sendable {
  private let value = Mutex(0)

  var count: Int { value.withLock { $0 } }

  func note() { value.withLock { $0 += 1 } }
}
