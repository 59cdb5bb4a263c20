// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem
import LockhostTesting
import Testing

@Suite("Files that are whole") struct AtomicFileTests {
  private let name = FileName(literal: "settings.json")

  @Test("what is written is read, and replaces what was there")
  func replaces() throws {
    let folder = try HostileFolder()
    for text in ["first", "second"] {
      try AtomicFile.write(Array(text.utf8), to: name, in: folder.directory)
      #expect(
        try AtomicFile.read(name, in: folder.directory, maximumBytes: 6) == Array(text.utf8))
    }
    #expect(try folder.directory.names() == [name])
    #expect(try folder.directory.facts(of: name).permissions == 0o600)
  }

  @Test("a file over the limit is refused, not cut")
  func limit() throws {
    let folder = try HostileFolder()
    try AtomicFile.write(Array("123456".utf8), to: name, in: folder.directory)
    #expect(throws: SystemError(call: "read(2)", code: EFBIG)) {
      try AtomicFile.read(name, in: folder.directory, maximumBytes: 5)
    }
  }

  @Test("a link in the file's place is replaced, not followed")
  func link() throws {
    let folder = try HostileFolder()
    let outside = try folder.scratch.write("precious", to: "outside")
    try folder.link(to: outside, as: "settings.json")
    try AtomicFile.write([1], to: name, in: folder.directory)
    #expect(try folder.directory.facts(of: name).kind == .file)
    let bytes = try AtomicFile.read(
      FileName(literal: "outside"), in: folder.parent, maximumBytes: 100)
    #expect(bytes == Array("precious".utf8))
  }

  @Test("what a dead writer left is removed; what a live one holds stays")
  func leftovers() throws {
    let folder = try HostileFolder()
    let dead = FileName(literal: ".lh-new-dead")
    let live = FileName(literal: ".lh-new-live")
    try folder.file(dead)
    let held = try folder.directory.makeFile(live, permissions: 0o600)
    #expect(flock(held.rawValue, LOCK_EX | LOCK_NB) == 0)
    try folder.file(name)
    try AtomicFile.removeLeftovers(in: folder.directory)
    #expect(try folder.directory.names() == [live, name])
  }

  @Test("a write is not lost to one that removes leftovers at the same moment")
  func writingWhileRemoving() async throws {
    let folder = try HostileFolder()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let name = try #require(FileName("file-\(writer)"))
          for number in 0..<300 {
            try AtomicFile.write(
              [UInt8(number & 0xFF)], to: name, in: folder.directory, waitsForDisk: false)
            try AtomicFile.removeLeftovers(in: folder.directory)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try folder.directory.names().count == 4)
  }

  @Test("a full disk leaves the old file as it was", .enabled(if: CurrentUser.isRoot, "not root"))
  func fullDisk() async throws {
    await #expect(processExitsWith: .success) {
      let scratch = try ScratchFolder()
      guard SmallDisk.mount(over: scratch.path, kibibytes: 64) else { exit(2) }
      let directory = try Directory.open(path: scratch.path)
      let name = FileName(literal: "settings.json")
      try AtomicFile.write([1, 2, 3], to: name, in: directory)
      do throws(SystemError) {
        try AtomicFile.write([UInt8](repeating: 0, count: 1 << 20), to: name, in: directory)
        exit(3)
      } catch {
        guard error.code == ENOSPC else { exit(4) }
      }
      guard try AtomicFile.read(name, in: directory, maximumBytes: 10) == [1, 2, 3],
        try directory.names() == [name]
      else { exit(5) }
    }
  }

  @Test("one that was made before serves once, and is no leftover until then")
  func spare() throws {
    let folder = try HostileFolder()
    let spare = try AtomicFile.Spare(in: folder.directory)
    try AtomicFile.removeLeftovers(in: folder.directory)
    #expect(try folder.directory.names().count == 1)
    #expect(try spare.write(Array("first".utf8), as: name))
    #expect(try folder.directory.names() == [name])
    #expect(try AtomicFile.read(name, in: folder.directory, maximumBytes: 9) == Array("first".utf8))
    #expect(try !spare.write(Array("second".utf8), as: name))
    let lost = try AtomicFile.Spare(in: folder.directory)
    _ = consume lost
    try AtomicFile.removeLeftovers(in: folder.directory)
    #expect(try folder.directory.names() == [name])
  }
}
