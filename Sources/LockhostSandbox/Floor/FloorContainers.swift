// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LockhostSystem

/// Where the containers of tier `floor` are, and what a dead host left there.
///
/// In memory wherever the machine has a file system there, so that nothing reaches a disk and all of it
/// is gone with the machine's next start: `/run/lockhost-0` for root, `/run/user/UID/lockhost-UID` for
/// a user who is logged in, else `/dev/shm/lockhost-UID`, and `/tmp/lockhost-UID` as a last resort.
enum FloorContainers {
  static let lockSuffix = ".lock"
  private static let nameLimit = 100_000

  /// Makes a container in the first place that can be used.
  ///
  /// - Parameter user: To whom it belongs, where that is not this user.
  /// - Throws: `SystemError` of the last place that was tried.
  static func make(for user: UInt32?) throws(SystemError) -> FloorContainer {
    var last = SystemError(call: "mkdir(2)", code: ENOENT)
    for wantsMemory in [true, false] {
      for path in places {
        do throws(SystemError) {
          guard let folder = try open(path, making: true) else { continue }
          guard lh_is_in_memory(folder.descriptor.rawValue) == wantsMemory else { continue }
          return try FloorContainer(in: folder, at: path, for: user)
        } catch {
          last = error
        }
      }
    }
    throw last
  }

  /// Removes the containers whose guests and hosts are dead.
  ///
  /// Blocks for as long as that takes; a few calls where there is nothing. What cannot be removed is
  /// left for the next time.
  static func collect() {
    for path in places {
      guard let folder = try? open(path, making: false),
        let names = try? folder.names(limit: nameLimit)
      else { continue }
      for text in Set(names.compactMap(\.text).map(stem)) {
        guard let name = FileName(text), let lockName = FileName(text + lockSuffix),
          let lock = try? FileLock.take(lockName, in: folder, waiting: false)
        else { continue }
        discard(name, lock: lockName, in: folder)
        withExtendedLifetime(lock) {}
      }
    }
  }

  /// Collects once in the life of this process.
  static let collectOnce: Void = collect()

  static func freshName() -> String {
    String(UInt64.random(in: (1 << 60) ... .max), radix: 16)
  }

  /// Removes a container and the mark that it is there; the mark stays as long as the container does.
  static func discard(_ name: FileName, lock: FileName, in folder: Directory) {
    guard let removal = try? DirectoryTree.remove(name, in: folder), removal.isComplete else {
      return
    }
    _ = try? folder.unlinkIfPresent(lock)
  }

  private static func stem(_ name: String) -> String {
    name.hasSuffix(lockSuffix) ? String(name.dropLast(lockSuffix.count)) : name
  }

  private static var places: [String] {
    let user = geteuid()
    let first = user == 0 ? "/run" : "/run/user/\(user)"
    return [first, "/dev/shm", "/tmp"].map { "\($0)/lockhost-\(user)" }
  }

  /// Opens one of the places; nil where somebody else has taken the name, or there is nothing.
  ///
  /// `/dev/shm` and `/tmp` are everybody's to write in, so what is there is used only if it is a folder,
  /// this user's own, and closed to everybody else's changes. Root's guests are other users, who pass
  /// through it and may not list it.
  private static func open(_ path: String, making: Bool) throws(SystemError) -> Directory? {
    let permissions: UInt32 = geteuid() == 0 ? 0o711 : 0o700
    let parts = path.split(separator: "/")
    guard let last = parts.last, let name = FileName(String(last)) else { return nil }
    let above = parts.dropLast().map { "/" + $0 }.joined()
    let parent = try Directory.open(path: above)
    if making {
      do throws(SystemError) {
        try parent.makeDirectory(name, permissions: permissions)
        // Whatever the mask of this process says.
        try parent.directory(name).setPermissions(permissions)
      } catch {
        guard error.code == EEXIST else { throw error }
      }
    } else if try !parent.contains(name) {
      return nil
    }
    let folder = try parent.directory(name)
    let facts = try folder.facts()
    guard facts.user == geteuid(), facts.permissions & 0o022 == 0 else { return nil }
    return folder
  }
}
