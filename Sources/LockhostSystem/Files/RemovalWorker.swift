// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// One run of a removal.
///
/// Works on two levels only. Of each directory at the top, everything but directories is unlinked;
/// a directory inside it is removed if it is empty, and otherwise renamed to the top under a name
/// of ours, where its turn comes. Five thousand levels cost five thousand renames, no recursion, no
/// path and no third descriptor, and there is no "..", which could have been moved elsewhere.
struct RemovalWorker: ~Copyable {
  /// How many names of moved directories are remembered; the rest are found by reading again.
  private static let rememberedNames = 4_096

  private let top: Directory
  private var result = DirectoryTree.Removal()
  private var moved: [FileName] = []
  private var failures: [FileName: SystemError] = [:]

  init(top: Directory) { self.top = top }

  /// Empties the top, in passes, until one of them removes nothing.
  mutating func run() throws(SystemError) -> DirectoryTree.Removal {
    while true {
      let before = result.files + result.directories
      failures = [:]
      result.leftoverCount = 0
      var isEmpty = true
      let entries = try DirectoryEntries(top)
      while let name = try entries.next() {
        isEmpty = false
        clear(name)
        while let next = moved.popLast() { clear(next) }
      }
      if isEmpty { break }
      if result.files + result.directories == before { break }
    }
    result.leftovers = failures.map { .init(name: $0.key, error: $0.value) }
      .sorted { $0.name.bytes.lexicographicallyPrecedes($1.name.bytes) }
    return result
  }

  /// Removes one entry of the top.
  private mutating func clear(_ name: FileName) {
    do throws(SystemError) {
      if try unlinkUnlessDirectory(name, in: top) { return }
      let directory = try DirectoryTree.openForRemoval(name, in: top)
      try empty(directory)
      try top.removeDirectory(name)
      result.directories += 1
    } catch {
      fail(name, error)
    }
  }

  /// Removes or moves up everything that a directory of the top holds.
  private mutating func empty(_ directory: Directory) throws(SystemError) {
    let entries = try DirectoryEntries(directory)
    while let name = try entries.next() {
      do throws(SystemError) {
        if try unlinkUnlessDirectory(name, in: directory) { continue }
        try removeOrMoveUp(name, in: directory)
      } catch {
        // The directory then stays, and says why in its own place; the rest of it still goes.
        fail(name, error)
      }
    }
  }

  /// Removes an empty directory, or moves a full one to the top.
  private mutating func removeOrMoveUp(
    _ name: FileName, in directory: Directory
  ) throws(SystemError) {
    do {
      try directory.removeDirectory(name)
      result.directories += 1
      return
    } catch let error where error.code == ENOTEMPTY || error.code == EEXIST {}
    // Moving a directory changes its "..", which needs the right to write in it.
    _ = try DirectoryTree.openForRemoval(name, in: directory)
    while true {
      let temporary = FileName.random(prefix: ".lh-removing-")
      do {
        try directory.move(name, to: top, as: temporary, replacing: false)
      } catch let error where error.code == EEXIST {
        continue
      }
      if moved.count < Self.rememberedNames { moved.append(temporary) }
      return
    }
  }

  /// Unlinks an entry unless it is a directory.
  ///
  /// - Returns: Whether the entry is gone, also when it was gone before.
  private mutating func unlinkUnlessDirectory(
    _ name: FileName, in directory: Directory
  ) throws(SystemError) -> Bool {
    do {
      let facts = try directory.facts(of: name)
      if facts.kind == .directory { return false }
      try directory.unlink(name)
      result.files += 1
      if facts.kind == .file {
        let (sum, overflow) = result.bytes.addingReportingOverflow(facts.size)
        result.bytes = overflow ? .max : sum
      }
      return true
    } catch let error where error.code == ENOENT {
      return true
    } catch let error where error.code == EISDIR {
      return false
    }
  }

  /// Notes what could not be removed.
  private mutating func fail(_ name: FileName, _ error: SystemError) {
    if error.code == ENOENT { return }
    result.leftoverCount += 1
    if failures.count < DirectoryTree.Removal.namedLeftovers { failures[name] = error }
  }
}
