// SPDX-License-Identifier: MIT

import Foundation
import LockhostPolicy
import LockhostSystem
import LockhostTesting
import Testing

@testable import LockhostSandbox

@Suite("Keeping compiled filters") struct FilterCacheTests {
  let folder: ScratchFolder
  let cache: FilterCache
  let program: FilterProgram

  init() throws {
    folder = try ScratchFolder()
    cache = try FilterCache(path: folder.path("filters"))
    program = try FilterCompiler.compile(try Policy.builtIn("compute"), executable: 77)
  }

  private func file() throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("filters"))
    return folder.path("filters/\(try #require(names.first))")
  }

  @Test("what was kept is found, and is the same")
  func found() throws {
    #expect(cache.instructions(of: program) == nil)
    cache.keep(program)
    #expect(cache.instructions(of: program) == program.instructions)
    #expect(try FilterCache(path: folder.path("filters")).instructions(of: program) != nil)
  }

  @Test("another policy, another K or no listener finds nothing")
  func others() throws {
    cache.keep(program)
    let policy = try Policy.builtIn("compute")
    for other in [
      try FilterCompiler.compile(try Policy.builtIn("control"), executable: 77),
      try FilterCompiler.compile(policy, executable: 78),
      try FilterCompiler.compile(policy, executable: nil),
      try FilterCompiler.compile(policy, executable: 77, listener: false),
    ] {
      #expect(cache.instructions(of: other) == nil)
    }
  }

  @Test("a damaged file is as good as none, whichever byte it is")
  func damage() throws {
    cache.keep(program)
    let path = try file()
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for place in stride(from: 0, to: whole.count, by: 97) {
      var damaged = whole
      damaged[place] ^= 0x10
      try damaged.write(to: URL(fileURLWithPath: path))
      #expect(cache.instructions(of: program) == nil, "byte \(place)")
    }
    for length in [0, 1, 8, whole.count / 2, whole.count - 1] {
      try whole.prefix(length).write(to: URL(fileURLWithPath: path))
      #expect(cache.instructions(of: program) == nil, "\(length) bytes")
    }
    try whole.write(to: URL(fileURLWithPath: path))
    #expect(cache.instructions(of: program) == program.instructions)
  }

  @Test("a program of another policy under the right name and checksum is not believed")
  func otherProgram() throws {
    let everything = [FilterInstruction(code: 0x06, operand: FilterAction.allow.rawValue)]
    cache.keep(program.with(everything))
    #expect(cache.instructions(of: program) == nil)
    let control = try FilterCompiler.compile(try Policy.builtIn("control"), executable: 77)
    cache.keep(program.with(control.instructions))
    #expect(cache.instructions(of: program) == nil)
  }

  @Test("a file or folder that others may write to is not believed")
  func permissions() throws {
    cache.keep(program)
    try FileManager.default.setAttributes([.posixPermissions: 0o622], ofItemAtPath: try file())
    #expect(cache.instructions(of: program) == nil)
    let open = folder.path("open")
    try FileManager.default.createDirectory(
      atPath: open, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o777])
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: open)
    #expect(throws: SystemError(call: "fstat(2)", code: 1)) { try FilterCache(path: open) }
  }

  @Test("a link in place of the file is not followed")
  func links() throws {
    cache.keep(program)
    let path = try file()
    try FileManager.default.moveItem(atPath: path, toPath: folder.path("elsewhere"))
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: folder.path("elsewhere"))
    #expect(cache.instructions(of: program) == nil)
  }

  @Test("the compiler fills it and uses it")
  func compiler() throws {
    let policy = try Policy(parsing: "policy cached\ninclude compute\nallow wire")
    let compiled = try FilterCompiler.compile(policy, executable: 79, cache: cache)
    #expect(cache.instructions(of: compiled) == compiled.instructions)
    try compiled.verify()
  }
}
