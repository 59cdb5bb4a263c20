// SPDX-License-Identifier: MIT

import CLockhostTesting
import Foundation
import Glibc
import LockhostServices
import LockhostTesting
import Testing

/// A process that opens a library, adds two photos at once and removes a third, killed at every single
/// one of its system calls.
@Suite("A photo library whose process is killed at each step", .timeLimit(.minutes(10)))
struct PhotoLibraryKillTests {
  /// What the process has been told to be done, by a file that it made after it.
  private static let marks = (added: "added", removed: "removed")
  /// What the process ends with when it was not killed.
  private static let wholeCode: Int32 = 7

  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test(
    "it opens again with every finished photo, whole, no row without a file, no file without a row")
  func everyCall() async throws {
    // A library with one photo, that nobody has open, to be copied for each run.
    let first = try template()
    let most: UInt64 = 2000
    var killed = 0
    var isWhole = false
    var next: UInt64 = 1
    while !isWhole, next < most {
      let ordinals = next..<(next + 4)
      next += 4
      let ends = try await withThrowingTaskGroup(of: Bool.self) { group in
        for ordinal in ordinals { group.addTask { try await self.run(ordinal, first) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      killed += ends.count { !$0 }
      isWhole = ends.contains(true)
    }
    #expect(isWhole, "it was still not through after \(most) calls")
    // Opening, two files, a transaction and its journal, each synced: fewer would mean that the calls were
    // not seen.
    #expect(killed > 50, "\(killed)")
    print("killed at each of \(killed) system calls")
  }

  private func template() throws -> String {
    let library = try PhotoLibrary(path: scratch.path("template"))
    return try #require(
      try library.add([NewAsset(bytes: try PhotoLibraryTests.jpeg(1))], session: "first").first
    ).identifier
  }

  /// - Returns: Whether the process was through before it was killed.
  private func run(_ ordinal: UInt64, _ first: String) async throws -> Bool {
    let folder = scratch.path("killed-\(ordinal)")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.copyItem(atPath: scratch.path("template"), toPath: "\(folder)/library")
    let result = try await #require(processExitsWith: .failure) {
      [folder = folder as String, ordinal = ordinal as UInt64, first = first as String] in
      let assets = try [UInt64(2), 3].map { NewAsset(bytes: try PhotoLibraryTests.jpeg($0)) }
      guard lh_die_at_call(ordinal) == 0 else { exit(2) }
      let library = try PhotoLibrary(path: "\(folder)/library")
      _ = try library.add(assets, session: "both")
      unsafe close(open("\(folder)/added", O_CREAT | O_WRONLY, 0o600))
      try library.remove([try library.record(first)])
      unsafe close(open("\(folder)/removed", O_CREAT | O_WRONLY, 0o600))
      exit(7)
    }
    let isWhole = result.exitStatus == .exitCode(Self.wholeCode)
    #expect(isWhole || result.exitStatus == .signal(SIGKILL), "\(String(describing: result))")
    try judge(folder, first, "call \(ordinal)")
    return isWhole
  }

  private func judge(_ folder: String, _ first: String, _ moment: String) throws {
    let manager = FileManager.default
    let library = try PhotoLibrary(path: "\(folder)/library")
    let records = try library.records()
    let isAdded = manager.fileExists(atPath: "\(folder)/\(Self.marks.added)")
    let isRemoved = manager.fileExists(atPath: "\(folder)/\(Self.marks.removed)")
    // All or none, and all once it was said.
    let both = records.filter { $0.session == "both" }
    #expect(both.count == 2 || both.isEmpty && !isAdded, "\(moment): \(both.count)")
    let old = records.filter { $0.identifier == first }
    #expect(old.count == 1 || old.isEmpty && isAdded, "\(moment): the first photo is gone")
    #expect(!isRemoved || old.isEmpty, "\(moment): the removed photo is back")
    let pictures = try (1...3).map { try PhotoLibraryTests.jpeg($0) }
    for record in old { #expect(try contents(record.path) == pictures[0], "\(moment)") }
    for (record, picture) in zip(both, pictures[1...]) {
      #expect(try contents(record.path) == picture, "\(moment)")
    }
    let files = try manager.contentsOfDirectory(atPath: "\(folder)/library/content")
    #expect(
      Set(files) == Set(records.map { ($0.path as NSString).lastPathComponent }),
      "\(moment): \(files)")
    _ = try library.add([NewAsset(bytes: pictures[0])], session: "after")
  }
}
