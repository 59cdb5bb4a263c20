// SPDX-License-Identifier: MIT

import Foundation
import LockhostSystem
import LockhostTesting
import Synchronization
import Testing

@Suite("Wiping a tree", .timeLimit(.minutes(5))) struct RemovalTests {
  private func wipe(_ folder: HostileFolder) throws -> DirectoryTree.Removal {
    let removal = try DirectoryTree.remove(HostileFolder.name, in: folder.parent)
    #expect(removal.leftovers == [])
    #expect(try !folder.parent.contains(HostileFolder.name))
    return removal
  }

  @Test("ten thousand files go")
  func many() throws {
    let folder = try HostileFolder()
    for number in 0..<10_000 {
      try folder.file(#require(FileName("file \(number)")), text: "")
    }
    #expect(try wipe(folder).files == 10_000)
  }

  @Test("five thousand levels go, with a handful of descriptors")
  func deep() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try HostileFolder()
      try folder.chain(levels: 5_000)
      // Eight more than the highest that is open now.
      let free = (0..<1_024).last { fcntl($0, F_GETFD) >= 0 } ?? 0
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      var limit = rlimit()
      guard unsafe getrlimit(resource, &limit) == 0 else { exit(1) }
      let before = limit.rlim_cur
      limit.rlim_cur = rlim_t(free) + 8
      guard unsafe setrlimit(resource, &limit) == 0 else { exit(2) }
      let removal = try DirectoryTree.remove(HostileFolder.name, in: folder.parent)
      limit.rlim_cur = before
      guard unsafe setrlimit(resource, &limit) == 0 else { exit(2) }
      guard removal.isComplete, removal.directories == 5_001, removal.files == 1,
        try !folder.parent.contains(HostileFolder.name)
      else { exit(3) }
    }
  }

  @Test("links, pipes and sockets go, and what they name stays")
  func specials() throws {
    let folder = try HostileFolder()
    let outside = try folder.scratch.write("precious", to: "outside/file")
    try folder.specials()
    try folder.link(to: folder.scratch.path("outside"), as: "link out")
    #expect(try wipe(folder).files == 7)
    #expect(try String(contentsOfFile: outside, encoding: .utf8) == "precious")
    #expect(FileManager.default.fileExists(atPath: "/etc/passwd"))
  }

  @Test("names of any bytes go")
  func bytes() throws {
    let folder = try HostileFolder()
    let names: [[UInt8]] = [
      [0xFF, 0xFE, 0x80], [0x0A], [0x20], Array("*".utf8), Array("-rf".utf8),
      [0xC3, 0xA9], [0x65, 0xCC, 0x81], Array(repeating: 0xFF, count: 255),
    ]
    for bytes in names {
      let directory = try folder.directory.directory(
        #require(FileName(bytes: bytes)), creating: 0o700)
      for bytes in names { try folder.file(#require(FileName(bytes: bytes)), in: directory) }
    }
    #expect(try wipe(folder).files == names.count * names.count)
  }

  @Test("another name of a file elsewhere keeps its mode and its content")
  func hardLinks() throws {
    let folder = try HostileFolder()
    let outside = try folder.scratch.write("precious", to: "outside/file")
    chmodPath(outside, 0o444)
    try folder.hardLink(to: outside, as: "another name")
    _ = try wipe(folder)
    #expect(try String(contentsOfFile: outside, encoding: .utf8) == "precious")
    let attributes = try FileManager.default.attributesOfItem(atPath: outside)
    #expect(attributes[.posixPermissions] as? Int == 0o444)
  }

  @Test("directories that nobody may read, enter or change go")
  func locked() throws {
    let folder = try HostileFolder()
    for mode: UInt32 in [0, 0o100, 0o200, 0o400, 0o500, 0o600] {
      let name = try #require(FileName("mode \(mode)"))
      let outer = try folder.directory.directory(name, creating: 0o700)
      let inner = try outer.directory(FileName(literal: "inner"), creating: 0o700)
      try folder.file(FileName(literal: "file"), in: inner)
      try inner.setPermissions(mode)
      try outer.setPermissions(mode)
    }
    #expect(try wipe(folder).files == 6)
  }

  @Test("with another file in its place, nothing is done")
  func identity() throws {
    let folder = try HostileFolder()
    let identity = try folder.directory.facts().identity
    try folder.parent.move(
      HostileFolder.name, to: folder.parent, as: FileName(literal: "moved away"), replacing: false)
    try folder.scratch.write("precious", to: "tree/file")
    #expect(throws: SystemError.self) {
      try DirectoryTree.remove(HostileFolder.name, in: folder.parent, expecting: identity)
    }
    #expect(folder.scratch.contents(of: "tree") == ["file"])
  }

  @Test("a directory that is swapped for a link again and again leads nowhere")
  func swaps() async throws {
    let folder = try HostileFolder()
    let outside = folder.scratch.path("outside")
    for number in 0..<50 {
      try folder.scratch.write("precious", to: "outside/inner/file \(number)")
    }
    let isOver = Flag()
    let tree = folder.scratch.path("tree")
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        // The swapper: a directory with content and a link to the outside change names.
        let manager = FileManager.default
        while !isOver.isUp {
          try? manager.createDirectory(
            atPath: "\(tree)/x/inner", withIntermediateDirectories: true)
          try? manager.createSymbolicLink(atPath: "\(tree)/y", withDestinationPath: outside)
          for _ in 0..<50 {
            try? folder.directory.exchange(FileName(literal: "x"), FileName(literal: "y"))
          }
        }
      }
      group.addTask {
        for _ in 0..<400 {
          if let directory = try? folder.parent.directory(HostileFolder.name) {
            _ = try? DirectoryTree.removeContents(of: directory)
          }
        }
        isOver.raise()
      }
    }
    #expect(folder.scratch.contents(of: "outside/inner").count == 50)
    _ = try wipe(folder)
  }
}

/// Changes the mode of a file that the test made.
private func chmodPath(_ path: String, _ mode: Int) {
  try? FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
}

/// Something that happened, told from one task to another.
private final class Flag: Sendable {
  private let value = Atomic<Bool>(false)
  var isUp: Bool { value.load(ordering: .relaxed) }
  func raise() { value.store(true, ordering: .relaxed) }
}
