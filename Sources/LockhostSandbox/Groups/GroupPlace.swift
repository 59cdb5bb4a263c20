// SPDX-License-Identifier: MIT

import CLinux
import Glibc
package import LockhostSystem

/// Where a host may make cgroups for its guests: its own cgroup, and what it may limit there.
///
/// Found by trying, since who may write where is not known from any setting. cgroup v2 only: v1 has
/// no `cgroup.kill`, and no one hierarchy in which a guest could be born.
public struct GroupPlace: Sendable {
  /// The path of the host's own cgroup, as a folder.
  public let path: String
  /// What can be limited in it.
  public let controllers: Set<GroupController>
  /// The folder in which the groups are made.
  package let folder: Directory

  private static let controllersFile = FileName(literal: "cgroup.controllers")
  private static let enabledFile = FileName(literal: "cgroup.subtree_control")
  private static let processesFile = FileName(literal: "cgroup.procs")
  private static let typeFile = FileName(literal: "cgroup.type")

  /// Looks for this process's own cgroup and tries to make one in it.
  ///
  /// Where it may, and where this process is alone in its cgroup, it moves it into one below and
  /// enables the controllers there: a cgroup with processes of its own can limit none below.
  ///
  /// - Parameter offering: Controllers without which nothing is tried.
  /// - Throws: ``GroupHindrance``.
  public static func find(
    offering needed: Set<GroupController> = []
  ) throws(GroupHindrance) -> GroupPlace {
    try refuse(whereMountLacks: needed)
    let folder = try ownFolder()
    let path = folder.path
    let offered = (try? words(controllersFile, folder.directory)) ?? []
    let missing = needed.subtracting(offered)
    guard missing.isEmpty else { throw .lacks(path: path, missing.sorted()) }
    if unsafe access("/run/systemd/system", F_OK) == 0,
      !folder.directory.hasAttribute("user.delegate"),
      !folder.directory.hasAttribute("trusted.delegate")
    {
      throw .notDelegated(path: path)
    }
    let place = try at(path, folder.directory)
    guard place.controllers.isSuperset(of: needed) else {
      throw .lacks(path: path, needed.subtracting(place.controllers).sorted())
    }
    return place
  }

  /// Tries to make a cgroup in a folder.
  ///
  /// - Throws: ``GroupHindrance/refused(path:cause:)``.
  package static func at(
    _ path: String, _ folder: Directory
  ) throws(GroupHindrance) -> GroupPlace {
    do throws(SystemError) {
      let trial = GroupNames.trial()
      try folder.makeDirectory(trial, permissions: 0o755)
      try folder.removeDirectory(trial)
      return GroupPlace(path: path, controllers: try enable(in: folder), folder: folder)
    } catch {
      throw .refused(path: path, cause: error)
    }
  }

  // MARK: Finding

  /// Where the hierarchy is mounted on nearly every machine, alone or beside those of v1.
  private static let usualMounts = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"]

  // What the topmost folder to be seen has no controller for, none below it has. It is found without
  // the list of all mounts, which the kernel writes anew for each reader: every short command asks.
  private static func refuse(
    whereMountLacks needed: Set<GroupController>
  ) throws(GroupHindrance) {
    guard !needed.isEmpty else { return }
    for path in usualMounts {
      guard unsafe lh_is_cgroup_mount(path), let folder = try? Directory.open(path: path),
        let offered = try? words(controllersFile, folder)
      else { continue }
      let missing = needed.subtracting(offered)
      guard missing.isEmpty else { throw .lacks(path: path, missing.sorted()) }
      return
    }
  }

  private static func ownFolder() throws(GroupHindrance) -> (path: String, directory: Directory) {
    do throws(SystemError) {
      let own = try Directory.open(path: "/proc/self")
      let mounts = try own.text(of: FileName(literal: "mountinfo"), maximumBytes: 8 << 20)
      guard let mount = mount(in: mounts) else { throw SystemError(call: "mount", code: ENODEV) }
      let groups = try own.text(of: FileName(literal: "cgroup"))
      guard let name = name(in: groups), let below = below(name, of: mount.root) else {
        throw SystemError(call: "cgroup", code: ENOENT)
      }
      let path = mount.point + below
      return (path, try Directory.open(path: path))
    } catch {
      if error.code == ENODEV { throw .notMounted }
      throw .notVisible(path: error.call == "cgroup" ? "" : error.description)
    }
  }

  /// The first cgroup v2 mount in the text of `mountinfo`: the folder that is its root, and where.
  package static func mount(in text: String) -> (root: String, point: String)? {
    // By bytes: a machine may have hundreds of mounts, and every short command looks here.
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " "))
      guard fields.count >= 5,
        let dash = fields[5...].firstIndex(where: { $0.elementsEqual("-".utf8) }),
        fields.indices.contains(dash + 1), fields[dash + 1].elementsEqual("cgroup2".utf8)
      else { continue }
      // A mount point with a blank in it would be escaped; nobody mounts this one so.
      return (String(Substring(fields[3])), String(Substring(fields[4])))
    }
    return nil
  }

  /// The process's cgroup v2 in the text of `/proc/self/cgroup`.
  package static func name(in text: String) -> String? {
    text.split(separator: "\n").first { $0.hasPrefix("0::/") }.map { String($0.dropFirst(3)) }
  }

  /// A cgroup's path from where a mount begins; nil when it lies elsewhere.
  package static func below(_ name: String, of root: String) -> String? {
    guard !name.hasPrefix("/..") else { return nil }
    let name = name == "/" ? "" : name
    if root == "/" { return name }
    guard name == root || name.hasPrefix(root + "/") else { return nil }
    return String(name.dropFirst(root.count))
  }

  // MARK: Controllers

  private static func words(
    _ name: FileName, _ folder: Directory
  ) throws(SystemError) -> Set<GroupController> {
    let words = try folder.text(of: name).split(whereSeparator: { $0 == " " || $0 == "\n" })
    return Set(words.compactMap { GroupController(rawValue: String($0)) })
  }

  private static func enable(in folder: Directory) throws(SystemError) -> Set<GroupController> {
    let enabled = try words(enabledFile, folder)
    let missing = try words(controllersFile, folder).subtracting(enabled)
    // The root of all is everybody's; nothing is switched on there.
    guard !missing.isEmpty, try folder.contains(typeFile), try standAside(in: folder) else {
      return enabled
    }
    do throws(SystemError) {
      let wanted = missing.sorted().map { "+" + $0.rawValue }.joined(separator: " ")
      try folder.set(enabledFile, to: wanted)
      return try words(enabledFile, folder)
    } catch {
      return enabled
    }
  }

  /// Makes the folder empty of processes, if the only one in it is this.
  private static func standAside(in folder: Directory) throws(SystemError) -> Bool {
    let others = try folder.text(of: processesFile).split(separator: "\n").filter {
      $0 != "\(getpid())"
    }
    guard others.isEmpty else { return false }
    let name = GroupNames.host()
    try folder.makeDirectory(name, permissions: 0o755)
    do throws(SystemError) {
      try folder.directory(name).set(processesFile, to: "0")
      return true
    } catch {
      try folder.removeDirectory(name)
      return false
    }
  }
}
