// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSystem
import Testing

@Suite("Counting what a tree holds")
struct DirectoryUseTests {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "lockhost-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func use(limit: Int = 100) throws -> DirectoryTree.Use {
    try DirectoryTree.use(of: try Directory.open(path: folder.path), limit: limit)
  }

  @Test("takes every entry and the sizes of files, and follows no link")
  func counts() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try use().entries == 0)
    try FileManager.default.createDirectory(
      at: folder.appending(path: "a/b"), withIntermediateDirectories: true)
    try Data(count: 1000).write(to: folder.appending(path: "a/b/file"))
    try Data(count: 24).write(to: folder.appending(path: "file"))
    unsafe symlink("/usr", folder.path + "/link")
    unsafe mkfifo(folder.path + "/fifo", 0o600)
    let use = try use()
    #expect(use.entries == 6)
    #expect(use.bytes == 1024)
    #expect(!use.isBeyond)
  }

  @Test("stops at its limit, at depth, and at a folder that cannot be read")
  func stops() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for number in 0..<20 { try Data().write(to: folder.appending(path: "\(number)")) }
    #expect(try !use(limit: 20).isBeyond)
    #expect(try use(limit: 19).isBeyond)
    var deep = folder
    for _ in 0..<80 { deep.append(path: "d") }
    try FileManager.default.createDirectory(at: deep, withIntermediateDirectories: true)
    #expect(try use(limit: 1000).isBeyond)
  }
}
