// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// The files and folders of the host that a program is shown at their own paths.
struct ShownFiles {
  /// Users of nobody else, far above those that a system gives to anybody.
  private static let users: ClosedRange<UInt32> = 2_000_000_000...2_099_999_999
  /// Where the whole range is not mapped, as in some containers: `nobody`.
  private static let nobody: UInt32 = 65_534

  /// One mount for each path that no shorter one covers.
  private(set) var mounts: [GuestSpecification.Mount] = []

  /// - Throws: `SandboxError.unreadable` for a path that is not there, `.invalidSpecification` when
  ///   a path to change lies below one to read, or the other way round.
  init(readable: [String], writable: [String]) throws(SandboxError) {
    let paths =
      try readable.map { path throws(SandboxError) in (try Self.clean(path), false) }
      + writable.map { path throws(SandboxError) in (try Self.clean(path), true) }
    // The shorter path first: what lies below it needs no mount of its own.
    for (path, isWritable) in paths.sorted(by: { ($0.0, $1.1 ? 1 : 0) < ($1.0, $0.1 ? 1 : 0) }) {
      if let cover = mounts.first(where: { Self.lies(path, below: $0.target) }) {
        guard cover.isWritable == isWritable else {
          throw .invalidSpecification(
            field: "mounts",
            reason: "\(path) lies below \(cover.target), which is shown for "
              + (cover.isWritable ? "writing" : "reading")
              + ": name folders beside each other")
        }
        continue
      }
      if try Self.isDevice(path) {
        mounts.append(
          .init(source: .init(path: path), target: path, isWritable: isWritable, isDevice: true))
      } else {
        mounts.append(isWritable ? .writable(path, at: path) : .program(path, at: path))
      }
    }
  }

  private static func isDevice(_ path: String) throws(SandboxError) -> Bool {
    try status(of: path).st_mode & S_IFMT == S_IFCHR
  }

  private static func status(of path: String) throws(SandboxError) -> stat {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      throw .unreadable(path: path, cause: SystemError(call: "stat(2)", code: errno))
    }
    return status
  }

  /// Whether the program sees this path.
  func covers(_ path: String) -> Bool { mounts.contains { Self.lies(path, below: $0.target) } }

  /// Who the program is in the host.
  ///
  /// - Throws: `SandboxError.unreadable` for a writable path that is gone by now, `.unwritable` for one
  ///   that nobody but another user may write, `.system` when it cannot be known which users there are.
  func identity() throws(SandboxError) -> GuestSpecification.Identity {
    guard CurrentUser.isRoot else { return .own }
    let mapped: [ClosedRange<UInt32>]
    do throws(SystemError) {
      mapped = try CurrentUser.mappedIdentifiers()
    } catch {
      throw .system(error)
    }
    if let owner = try owner(), mapped.contains(where: { $0.contains(owner) }) {
      return .unprivileged(user: owner, group: owner)
    }
    let wanted = UInt32.random(in: Self.users)
    let user = mapped.contains { $0.contains(wanted) } ? wanted : Self.nobody
    try checkWritable()
    return .unprivileged(user: user, group: user)
  }

  /// Whether somebody who owns nothing may write where it is to: what would only fail inside, one call
  /// after the other, is one error here.
  private func checkWritable() throws(SandboxError) {
    for mount in mounts where mount.isWritable && !mount.isDevice {
      let status = try Self.status(of: mount.source.path)
      guard status.st_mode & S_IWOTH == 0 else { continue }
      throw .unwritable(path: mount.source.path, owner: status.st_uid)
    }
  }

  /// The one ordinary user to whom everything belongs that may be changed.
  private func owner() throws(SandboxError) -> UInt32? {
    var owners: Set<UInt32> = []
    for mount in mounts where mount.isWritable && !mount.isDevice {
      owners.insert(try Self.status(of: mount.source.path).st_uid)
    }
    return owners.count == 1 ? owners.first.flatMap { $0 == 0 ? nil : $0 } : nil
  }

  /// Without `.`, `..`, doubled or trailing slashes; links stay, since the program asks for this path.
  private static func clean(_ path: String) throws(SandboxError) -> String {
    guard path.hasPrefix("/") else {
      throw .invalidSpecification(field: "mounts", reason: "is not an absolute path: \(path)")
    }
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    guard !parts.isEmpty else {
      throw .invalidSpecification(
        field: "mounts", reason: "cover the root; name the folders that are needed")
    }
    return parts.map { "/" + $0 }.joined()
  }

  private static func lies(_ path: String, below folder: String) -> Bool {
    path == folder || path.hasPrefix(folder + "/")
  }
}
