// SPDX-License-Identifier: MIT

import Glibc
package import LockhostSystem
import Synchronization

/// The cgroups of one host's guests: a folder that the host holds locked, and one in it for each.
///
/// The lock says that the host lives, also to one that sees other process numbers; whoever begins
/// next ends and removes what a dead host left.
package final class GuestGroups: Sendable {
  private struct State {
    var folder: (name: FileName, directory: Directory)?
    var next = 1
  }

  private let place: GroupPlace
  private let state = Mutex(State())

  /// Removes what dead hosts left, and makes nothing yet.
  package init(_ place: GroupPlace) {
    self.place = place
    Self.collect(in: place.folder)
  }

  deinit { close() }

  /// What the groups limit.
  package var controllers: Set<GroupController> { place.controllers }

  /// Makes a group for a guest, with its limits.
  ///
  /// - Throws: `SystemError` for a folder that cannot be made or a limit that the kernel refuses.
  package func make(_ limits: GuestSpecification.Limits) throws(SystemError) -> GuestGroup {
    let parent = try folder()
    let number = state.withLock { state in
      defer { state.next += 1 }
      return state.next
    }
    guard let name = FileName("\(number)") else {
      throw SystemError(call: "mkdirat(2)", code: EINVAL)
    }
    try parent.makeDirectory(name, permissions: 0o755)
    let group = GuestGroup(
      try parent.directory(name), name: name, parent: parent, controllers: place.controllers)
    // Dropped again, and removed with that, if a limit is refused.
    try group.apply(limits)
    return group
  }

  /// Removes the host's own folder, once no guest is in it.
  package func close() {
    guard let folder = state.withLock({ $0.folder.take() }) else { return }
    do throws(SystemError) {
      try place.folder.removeDirectory(folder.name)
    } catch {
      // With a guest in it that is not reaped yet; whoever begins next finds it unlocked.
    }
  }

  private func folder() throws(SystemError) -> Directory {
    if let known = state.withLock({ $0.folder?.directory }) { return known }
    // Another that begins at this moment may take a folder that is not locked yet for a dead host's.
    while true {
      let name = GroupNames.guests()
      do throws(SystemError) {
        try place.folder.makeDirectory(name, permissions: 0o755)
        let made = try place.folder.directory(name)
        guard try made.lock() else { continue }
        try enable(in: made)
        let known: Directory? = state.withLock { state in
          if let known = state.folder?.directory { return known }
          state.folder = (name, made)
          return nil
        }
        guard let known else { return made }
        try place.folder.removeDirectory(name)
        return known
      } catch {
        guard error.code == ENOENT || error.code == ENODEV else { throw error }
      }
    }
  }

  private func enable(in folder: Directory) throws(SystemError) {
    guard !place.controllers.isEmpty else {
      // Asked for something all the same, so that a folder that was taken away is noticed.
      _ = try folder.text(of: FileName(literal: "cgroup.controllers"))
      return
    }
    try folder.set(
      FileName(literal: "cgroup.subtree_control"),
      to: place.controllers.sorted().map { "+" + $0.rawValue }.joined(separator: " "))
  }

  // MARK: What dead hosts left

  /// Ends and removes the guests of hosts that are dead.
  package static func collect(in place: Directory) {
    do throws(SystemError) {
      for name in try place.names() {
        if name.hasPrefix(GroupNames.hostPrefix) {
          // Refused while anybody is in it.
          _ = try? place.removeDirectory(name)
        } else if name.hasPrefix(GroupNames.guestsPrefix) {
          try collect(name, in: place)
        }
      }
    } catch {
      // Somebody else is at it, or it is somebody else's.
    }
  }

  private static func collect(_ name: FileName, in place: Directory) throws(SystemError) {
    let folder: Directory
    do throws(SystemError) {
      folder = try place.directory(name)
    } catch {
      if error.code == ENOENT { return }
      throw error
    }
    guard try folder.lock() else { return }
    try folder.set(FileName(literal: "cgroup.kill"), to: "1")
    for name in try folder.names() where name.text.flatMap({ Int($0) }) != nil {
      // Those that are killed need a moment to be gone; the next start finds them gone.
      _ = try? folder.removeDirectory(name)
    }
    _ = try? place.removeDirectory(name)
  }
}
