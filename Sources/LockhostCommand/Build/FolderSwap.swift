// SPDX-License-Identifier: MIT

import Foundation
import LockhostSystem

/// Puts a folder that was made beside its place into it, and removes the one that was there.
struct FolderSwap {
  /// The folder that holds the place.
  let parent: String
  /// The name of the place in it.
  let name: String

  var path: String { parent + "/" + name }

  /// Where the new folder is made: hidden, beside its place, and of this process alone.
  ///
  /// Ends as the name does, since a bundle is judged by that too.
  var staging: String { "\(parent)/.\(getpid())-\(name)" }

  /// Fills the staging folder and puts it in place; on an error the place is as it was.
  func perform(_ fill: (_ staging: String) throws -> Void) throws {
    do {
      try remove(staging)
      try fill(staging)
      try exchange()
    } catch {
      discard(staging)
      throw error
    }
  }

  /// Both folders change places in one step, so that there is no moment without either.
  private func exchange() throws {
    guard PathFacts(path) != nil else {
      try FileManager.default.moveItem(atPath: staging, toPath: path)
      return
    }
    guard let new = FileName(URL(filePath: staging).lastPathComponent), let place = FileName(name)
    else { return try replaceByTwoRenames() }
    do throws(SystemError) {
      try Directory.open(path: parent).exchange(new, place)
    } catch {
      // Not every file system can; NFS says EINVAL.
      guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.code) else { throw error }
      return try replaceByTwoRenames()
    }
    discard(staging)
  }

  private func replaceByTwoRenames() throws {
    let old = staging + ".old"
    try FileManager.default.moveItem(atPath: path, toPath: old)
    do {
      try FileManager.default.moveItem(atPath: staging, toPath: path)
    } catch {
      try FileManager.default.moveItem(atPath: old, toPath: path)
      throw error
    }
    discard(old)
  }

  /// Removes what this process itself has made or moved away.
  ///
  /// A remainder is hidden by its name and does no harm, so the failure that led here is the one
  /// that is reported.
  private func discard(_ folder: String) { _ = try? remove(folder) }

  private func remove(_ folder: String) throws(SystemError) {
    guard let name = FileName(URL(filePath: folder).lastPathComponent), PathFacts(parent) != nil
    else { return }
    _ = try DirectoryTree.remove(name, in: Directory.open(path: parent))
  }
}
