// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSystem
import Synchronization

/// The suite's own folder in the host: the probe's copy, the canaries' files, a folder for each call.
///
/// Everybody may enter it, since a launcher may make its guests another user; the files in it that are
/// to be kept from a sandbox are readable for everybody as well, so that it is not their mode that keeps
/// them. Removed with the last reference; one whose run was killed is removed by the next run, which
/// finds its lock free.
final class Scratch: Sendable {
  private static let prefix = "lockhost-conformance-"
  private static let lockSuffix = ".lock"

  /// Its absolute path.
  let path: String
  private let parent: Directory
  private let name: FileName
  private let lockName: FileName
  private let lock: FileLock
  private let count = Atomic<Int>(0)

  /// - Throws: `SystemError` when it cannot be made.
  init() throws(SystemError) {
    let above = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    let text = Self.prefix + Nonce.make().prefix(16)
    parent = try Directory.open(path: above)
    Self.collect(in: parent)
    guard let name = FileName(text), let lockName = FileName(text + Self.lockSuffix),
      // Whoever collects may hold a new name's lock for a moment.
      let lock = try FileLock.take(lockName, in: parent, waiting: true)
    else { throw SystemError(call: "flock(2)", code: EWOULDBLOCK) }
    (self.name, self.lockName, self.lock) = (name, lockName, lock)
    path = above + "/" + text
    do throws(SystemError) {
      try parent.makeDirectory(name, permissions: 0o755)
      // Whatever the mask of this process says.
      try parent.directory(name).setPermissions(0o755)
    } catch {
      Self.discard(name, lockName, in: parent)
      throw error
    }
  }

  deinit { Self.discard(name, lockName, in: parent) }

  /// Removes what runs left that were killed.
  ///
  /// The temporary folder is everybody's: what belongs to another user is left to them.
  private static func collect(in parent: Directory) {
    for name in (try? parent.names(limit: 100_000)) ?? [] {
      guard let found = name.text, found.hasPrefix(prefix) else { continue }
      let stem = found.hasSuffix(lockSuffix) ? String(found.dropLast(lockSuffix.count)) : found
      guard let folder = FileName(stem), let lockName = FileName(stem + lockSuffix),
        (try? parent.facts(of: name))?.user == geteuid(),
        let lock = try? FileLock.take(lockName, in: parent, waiting: false)
      else { continue }
      discard(folder, lockName, in: parent)
      withExtendedLifetime(lock) {}
    }
  }

  /// Removes a folder, and with it the mark that there is one; what cannot be removed keeps its mark.
  private static func discard(_ name: FileName, _ lockName: FileName, in parent: Directory) {
    guard let removal = try? DirectoryTree.remove(name, in: parent), removal.isComplete else {
      return
    }
    _ = try? parent.unlinkIfPresent(lockName)
  }

  /// A path that nothing has yet.
  func newPath(_ name: String) -> String {
    "\(path)/\(name)-\(count.add(1, ordering: .relaxed).newValue)"
  }

  /// A new folder.
  func folder(_ name: String, mode: mode_t = 0o755) throws(SystemError) -> String {
    let path = newPath(name)
    guard unsafe mkdir(path, mode) == 0, unsafe chmod(path, mode) == 0 else {
      throw SystemError(call: "mkdir(2)", code: errno)
    }
    return path
  }

  /// A file with a text, which everybody may use as the mode says.
  func write(_ text: String, to path: String, mode: mode_t) throws(SystemError) {
    let number = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard number >= 0 else { throw SystemError(call: "open(2)", code: errno) }
    let file = SharedDescriptor(adopting: number)
    guard fchmod(number, mode) == 0 else { throw SystemError(call: "fchmod(2)", code: errno) }
    try file.writeAll(Array(text.utf8))
  }

  /// Copies a program.
  func copyProgram(_ source: String, to path: String) throws(SystemError) {
    let number = unsafe open(source, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw SystemError(call: "open(2)", code: errno) }
    let from = SharedDescriptor(adopting: number)
    let made = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o755)
    guard made >= 0 else { throw SystemError(call: "open(2)", code: errno) }
    let to = SharedDescriptor(adopting: made)
    guard fchmod(made, 0o755) == 0 else { throw SystemError(call: "fchmod(2)", code: errno) }
    while let part = try from.read(maximumBytes: 1 << 20), !part.isEmpty { try to.writeAll(part) }
  }
}
