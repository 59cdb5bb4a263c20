// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostDevice
import LockhostSystem
import LockhostTesting
import Testing

/// A session's folder with everything in it that a hostile guest can think of.
@Suite("Hostile session content", .timeLimit(.minutes(5))) struct HostileContentTests {
  private static let manyFiles = 100_000
  private static let deepLevels = 5_000

  @Test("brings its good files, names the rest, and touches nothing outside")
  func everything() throws {
    let fixture = try StoreFixture()
    let outside = try fixture.scratch.write("the host's", to: "outside/secret")
    let session = try fixture.store.sessions.create(fixture.request)
    let content = try Directory.open(path: session.contentPath)
    let hostile = HostileFolder(content, in: fixture.scratch)
    try hostile.specials()
    try hostile.link(to: outside, as: "link to the host")
    try hostile.hardLink(to: outside, as: "second name")
    let owner = session.userIdentifier
    try Self.chain(in: content, of: owner)
    for name in [FileName(bytes: [0x66, 0xFF, 0xFE]), FileName("twice")] {
      try Self.give(content.makeFile(#require(name), permissions: 0o600), to: owner)
    }
    try hostile.hardLink(to: session.contentPath + "/twice", as: "twice again")
    if CurrentUser.isRoot {
      let node = session.contentPath + "/device"
      #expect(unsafe mknod(node, S_IFCHR | 0o666, 259) == 0)
    }
    let many = try content.directory(FileName(literal: "many"), creating: 0o700)
    Self.give(many.descriptor, to: owner)
    for number in 0..<Self.manyFiles {
      let file = try many.makeFile(#require(FileName("file-\(number)")), permissions: 0o600)
      if number == 7 { try file.writeAll(Array("seven".utf8)) }
      Self.give(file, to: owner)
    }

    let report = try session.handOver(to: fixture.container())
    let arrived = try #require(report.path)
    // The 100,000, the odd name, and the two names of one file.
    #expect(report.files == Self.manyFiles + 3)
    let text = try String(contentsOfFile: arrived + "/many/file-7", encoding: .utf8)
    #expect(text == "seven")
    let kinds = Set(report.refused.map(\.kind))
    #expect(kinds.isSuperset(of: ["symbolic-link", "fifo", "socket"]), "\(kinds)")
    #expect(report.refused.contains { $0.name == "second name" })
    #expect(report.refused.contains { $0.name.hasPrefix("level/level") })
    if CurrentUser.isRoot { #expect(report.refused.contains { $0.name == "device" }) }
    #expect(report.refusedCount == report.refused.count)
    try check(arrived)
    #expect(try String(contentsOfFile: outside, encoding: .utf8) == "the host's")
    var facts = stat()
    #expect(unsafe stat(outside, &facts) == 0)
    #expect(facts.st_nlink == 1)
    #expect(facts.st_uid == getuid())

    let record = session.record
    try session.finish(record)
    #expect(
      fixture.scratch.contents(of: "state/devices/default/sessions") == [
        session.id, "\(session.id)/record.json",
      ])
    try fixture.container().removeSessionContent((arrived as NSString).lastPathComponent)
    #expect(!FileManager.default.fileExists(atPath: arrived))
  }

  /// Makes folders in folders, with a file in the last.
  private static func chain(in top: Directory, of owner: UInt32?) throws {
    var current = top
    for _ in 0..<deepLevels {
      current = try current.directory(FileName(literal: "level"), creating: 0o700)
      give(current.descriptor, to: owner)
    }
    try give(
      current.makeFile(FileName(literal: "deepest"), permissions: 0o600), to: owner)
  }

  /// Gives what the test made to the guest's user, whose it would be.
  private static func give(_ made: SharedDescriptor, to owner: UInt32?) {
    guard let owner else { return }
    _ = fchown(made.rawValue, owner, owner)
  }

  /// Only plain files and folders are there, of the app's user.
  private func check(_ folder: String) throws {
    let top = try Directory.open(path: folder)
    for name in try top.names() {
      let facts = try top.facts(of: name)
      #expect([.file, .directory].contains(facts.kind), "\(name)")
    }
  }
}
