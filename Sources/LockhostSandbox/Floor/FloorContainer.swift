// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem
import Synchronization

/// The container of a guest in tier `floor`: a folder of the machine, which lockhost has to bound and to
/// remove, since no file system of its own does that.
///
/// It belongs to the guest's user and is closed to everybody else. Its lock is held by the host and by
/// the guest's parent process: while either lives, nobody collects it. Dropping the last reference
/// removes what is left, as far as it can be; see ``FloorContainers`` for what stays after a crash.
final class FloorContainer: Sendable {
  /// Its absolute path, without links.
  let path: String
  /// Held by the guest's parent for as long as a process of the guest lives.
  var lockDescriptor: SharedDescriptor { lock.descriptor }
  /// The folder itself, for the launch.
  var descriptor: SharedDescriptor { directory.descriptor }

  private let parent: Directory
  private let name: FileName
  private let lockName: FileName
  private let directory: Directory
  private let identity: FileIdentity
  private let lock: FileLock
  private let counted = Mutex(DirectoryTree.Use())
  private let removed = Mutex<GuestExit.ContainerUse?>(nil)

  /// Makes an empty container.
  ///
  /// - Parameter user: To whom it belongs, where that is not this user.
  /// - Throws: `SystemError` for `mkdirat(2)` with `ENOSPC` or `EROFS`, for `fchownat(2)`.
  init(in parent: Directory, at parentPath: String, for user: UInt32?) throws(SystemError) {
    let text = FloorContainers.freshName()
    guard let name = FileName(text), let lockName = FileName(text + FloorContainers.lockSuffix)
    else {
      throw SystemError(call: "mkdirat(2)", code: EINVAL)
    }
    // Whoever collects may hold a new name's lock for a moment, and takes its file away.
    guard let lock = try FileLock.take(lockName, in: parent, waiting: true) else {
      throw SystemError(call: "flock(2)", code: EWOULDBLOCK)
    }
    self.parent = parent
    self.name = name
    self.lockName = lockName
    self.lock = lock
    path = parentPath + "/" + text
    do throws(SystemError) {
      try parent.makeDirectory(name, permissions: 0o700)
      directory = try parent.directory(name)
      identity = try directory.facts().identity
      if let user { try directory.give(to: user) }
    } catch {
      FloorContainers.discard(name, lock: lockName, in: parent)
      throw error
    }
  }

  deinit { _ = wipe() }

  /// What was in it when it was counted last.
  var use: GuestExit.ContainerUse {
    counted.withLock { GuestExit.ContainerUse(files: $0.entries, bytes: $0.bytes) }
  }

  /// Counts what is in it, at most so many entries.
  ///
  /// Blocks for as long as that takes. What cannot be counted counts as beyond every limit.
  func count(limit: Int) -> DirectoryTree.Use {
    let use: DirectoryTree.Use
    do throws(SystemError) {
      // Each reader has a position of its own.
      use = try DirectoryTree.use(of: try parent.directory(name), limit: limit)
    } catch {
      var beyond = DirectoryTree.Use()
      beyond.isBeyond = true
      use = beyond
    }
    counted.withLock { $0 = use }
    return use
  }

  /// Removes it with all that it holds, and looks whether it is gone.
  ///
  /// To be called when every process of the guest is dead. Blocks.
  ///
  /// - Returns: What was in it, and how much of that could not be removed.
  func wipe() -> GuestExit.ContainerUse {
    removed.withLock { known in
      if let known { return known }
      var use = GuestExit.ContainerUse(files: 0, bytes: 0)
      do throws(SystemError) {
        let removal = try DirectoryTree.remove(name, in: parent, expecting: identity)
        // Without the folder itself and the one that the launch makes in it.
        use.files = max(removal.files + removal.directories - 1, 0)
        use.bytes = removal.bytes
        use.leftovers = removal.leftoverCount
        if try parent.contains(name) { use.leftovers = max(use.leftovers, 1) }
        // The lock's file marks what is still to be collected.
        if use.leftovers == 0 { try parent.unlinkIfPresent(lockName) }
      } catch {
        use.leftovers = max(use.leftovers, 1)
      }
      known = use
      return use
    }
  }
}
