// SPDX-License-Identifier: MIT

import Foundation
import LockhostSystem
import LockhostTesting
import Testing

@Suite("Sifting a tree", .timeLimit(.minutes(5))) struct SiftingTests {
  private let ownership = DirectoryTree.Ownership(expected: CurrentUser.identifier)

  @Test("plain files and folders stay, with their content")
  func good() throws {
    let folder = try HostileFolder()
    try folder.file(FileName(literal: "photo.jpg"), text: "picture")
    let inner = try folder.directory.directory(FileName(literal: "inner"), creating: 0o700)
    try folder.file(FileName(literal: "note"), in: inner, text: "text")
    let sifting = try DirectoryTree.sift(folder.directory, ownership: ownership)
    #expect(sifting.files == 2)
    #expect(sifting.directories == 1)
    #expect(sifting.bytes == 11)
    #expect(sifting.refused == [])
    #expect(folder.scratch.contents(of: "tree") == ["inner", "inner/note", "photo.jpg"])
  }

  @Test("links, pipes and sockets are named and taken out, and lead nowhere")
  func specials() throws {
    let folder = try HostileFolder()
    try folder.file(FileName(literal: "photo.jpg"))
    try folder.specials()
    let sifting = try DirectoryTree.sift(folder.directory, ownership: ownership)
    #expect(sifting.files == 1)
    let kinds = Dictionary(
      grouping: sifting.refused, by: { $0.kind }
    ).mapValues(\.count)
    #expect(kinds == [.symbolicLink: 4, .fifo: 1, .socket: 1])
    #expect(sifting.refused.allSatisfy { $0.refusal == .kind })
    #expect(folder.scratch.contents(of: "tree") == ["photo.jpg"])
  }

  @Test("a device is taken out without being opened", .enabled(if: CurrentUser.isRoot, "not root"))
  func devices() throws {
    let folder = try HostileFolder()
    // 1:3 is /dev/null.
    try #require(unsafe mknod(folder.scratch.path("tree/null"), S_IFCHR | 0o666, 259) == 0)
    let sifting = try DirectoryTree.sift(folder.directory, ownership: ownership)
    #expect(sifting.refused.map(\.kind) == [.device])
  }

  @Test("a file with a name elsewhere is taken out; one with all its names here stays")
  func hardLinks() throws {
    let folder = try HostileFolder()
    let outside = try folder.scratch.write("precious", to: "outside")
    try folder.hardLink(to: outside, as: "stolen")
    try folder.file(FileName(literal: "mine"))
    try folder.hardLink(to: folder.scratch.path("tree/mine"), as: "mine too")
    let sifting = try DirectoryTree.sift(folder.directory, ownership: ownership)
    #expect(sifting.refused.map { FileName.escape($0.path) } == ["stolen"])
    #expect(sifting.refused.first?.refusal == .linkedElsewhere)
    #expect(sifting.files == 2)
    #expect(folder.scratch.contents(of: "tree") == ["mine", "mine too"])
    #expect(try String(contentsOfFile: outside, encoding: .utf8) == "precious")
  }

  @Test("setuid, setgid and sticky bits are taken away")
  func bits() throws {
    let folder = try HostileFolder()
    let name = FileName(literal: "trap")
    try folder.file(name)
    try #require(unsafe chmod(folder.scratch.path("tree/trap"), 0o6755) == 0)
    try #require(try folder.directory.facts(of: name).setsIdentifier)
    _ = try DirectoryTree.sift(folder.directory, ownership: ownership)
    #expect(try folder.directory.facts(of: name).permissions == 0o755)
  }

  @Test("folders and files that nobody may read arrive readable")
  func unreadable() throws {
    let folder = try HostileFolder()
    let inner = try folder.directory.directory(FileName(literal: "inner"), creating: 0o700)
    try folder.file(FileName(literal: "file"), in: inner)
    try #require(unsafe chmod(folder.scratch.path("tree/inner/file"), 0) == 0)
    try inner.setPermissions(0)
    let sifting = try DirectoryTree.sift(folder.directory, ownership: ownership)
    #expect(sifting.files == 1)
    #expect(try inner.facts().permissions == 0o700)
    #expect(try inner.facts(of: FileName(literal: "file")).permissions == 0o600)
  }

  @Test(
    "as root, what is kept is given to the app, and what is another's is taken out",
    .enabled(if: CurrentUser.isRoot, "not root"))
  func owners() throws {
    let folder = try HostileFolder()
    for (name, user) in [("mine", 2_000_000_001), ("other", 1), ("root", 0)] as [(String, UInt32)] {
      try folder.file(#require(FileName(name)))
      try #require(unsafe chown(folder.scratch.path("tree/\(name)"), user, user) == 0)
    }
    try folder.directory.give(to: 2_000_000_001)
    let sifting = try DirectoryTree.sift(
      folder.directory, ownership: .init(expected: 2_000_000_001, new: 2_100_000_001))
    #expect(folder.scratch.contents(of: "tree") == ["mine"])
    #expect(Set(sifting.refused.map(\.refusal)) == [.owner(0), .owner(1)])
    let facts = try folder.directory.facts(of: FileName(literal: "mine"))
    #expect(facts.user == 2_100_000_001)
    #expect(facts.group == 2_100_000_001)
    #expect(try folder.directory.facts().user == 2_100_000_001)
  }

  @Test("what is over a limit is named and counted")
  func limits() throws {
    let folder = try HostileFolder()
    try folder.chain(levels: 100)
    for number in 0..<20 { try folder.file(#require(FileName("f\(number)")), text: "0123456789") }
    let sifting = try DirectoryTree.sift(
      folder.directory, ownership: ownership, limits: .init(entries: 100, bytes: 95, depth: 10))
    #expect(sifting.files == 9)
    #expect(sifting.bytes == 90)
    #expect(sifting.directories == 10)
    #expect(sifting.refused.filter { $0.refusal == .byteLimit }.count == 11)
    #expect(sifting.refused.filter { $0.refusal == .depthLimit }.count == 1)
    #expect(sifting.remaining == 0)
  }

  @Test("a hundred thousand files, five thousand levels: the good ones stay, the rest is counted")
  func huge() throws {
    let folder = try HostileFolder()
    try folder.chain(levels: 5_000)
    for number in 0..<100_000 { try folder.file(#require(FileName("\(number)")), text: "") }
    let sifting = try DirectoryTree.sift(folder.directory, ownership: ownership)
    #expect(sifting.files == 100_000)
    #expect(sifting.refusedCount == 1)
    #expect(sifting.refused.first?.refusal == .depthLimit)
    try DirectoryTree.synchronize(folder.directory, sifting)
    _ = try DirectoryTree.remove(HostileFolder.name, in: folder.parent)
  }

  @Test("names that are not UTF-8 stay as they are")
  func bytes() throws {
    let folder = try HostileFolder()
    let name = try #require(FileName(bytes: [0x61, 0xFF, 0x0A]))
    try folder.file(name)
    #expect(try DirectoryTree.sift(folder.directory, ownership: ownership).files == 1)
    #expect(try folder.directory.names() == [name])
  }

  @Test("sifting twice changes nothing more")
  func twice() throws {
    let folder = try HostileFolder()
    try folder.specials()
    try folder.file(FileName(literal: "photo.jpg"))
    _ = try DirectoryTree.sift(folder.directory, ownership: ownership)
    let second = try DirectoryTree.sift(folder.directory, ownership: ownership)
    #expect(second.files == 1)
    #expect(second.refusedCount == 0)
  }
}
