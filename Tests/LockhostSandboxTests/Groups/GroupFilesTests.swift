// SPDX-License-Identifier: MIT

import Foundation
import LockhostSystem
import Testing

@testable import LockhostSandbox

/// What is read from and written to a cgroup's files, on files of the same names: for machines on which
/// no controller is delegated.
@Suite("The files of a cgroup") struct GroupFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func group(_ controllers: Set<GroupController>) throws -> GuestGroup {
    let parent = try Directory.open(path: folder.path)
    let name = FileName(literal: "1")
    try parent.makeDirectory(name, permissions: 0o755)
    for file in [
      "memory.max", "memory.oom.group", "memory.swap.max", "pids.max", "cpu.max", "cgroup.kill",
      "cgroup.freeze",
    ] { try folder.write("1/" + file, "") }
    return GuestGroup(
      try parent.directory(name), name: name, parent: parent, controllers: controllers)
  }

  private func content(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path + "/1/" + name, encoding: .utf8)
  }

  @Test("limits are written where there is a controller, and nowhere else")
  func limits() throws {
    let group = try group([.memory, .processes, .processors])
    var limits = GuestSpecification.Limits()
    limits.memory = .mebibytes(48)
    limits.processes = 7
    limits.processors = 0.25
    try group.apply(limits)
    #expect(try content("memory.max") == "\(48 << 20)")
    #expect(try content("memory.swap.max") == "0")
    #expect(try content("memory.oom.group") == "1")
    #expect(try content("pids.max") == "8")
    #expect(try content("cpu.max") == "25000 100000")
    try group.kill()
    #expect(try content("cgroup.kill") == "1")
  }

  @Test("without a controller nothing is written, and a limit that needs it is refused")
  func withoutControllers() throws {
    let group = try group([])
    var limits = GuestSpecification.Limits()
    try group.apply(limits)
    #expect(try content("memory.max").isEmpty && content("pids.max").isEmpty)
    limits.processors = 1
    #expect(throws: SystemError(call: "cpu.max", code: EOPNOTSUPP)) { try group.apply(limits) }
  }

  @Test("a kernel without swap has no file for it, and one that refuses a limit is heard")
  func refused() throws {
    let group = try group([.memory])
    try FileManager.default.removeItem(atPath: folder.path + "/1/memory.swap.max")
    try group.apply(GuestSpecification.Limits())
    try FileManager.default.removeItem(atPath: folder.path + "/1/memory.oom.group")
    #expect(throws: SystemError.self) { try group.apply(GuestSpecification.Limits()) }
  }

  @Test("what happened in it is counted, and an end by the kernel's hand is the limit")
  func counts() throws {
    let group = try group([.memory, .processes])
    try folder.write("1/memory.events", "low 0\nmax 12\noom 1\noom_kill 2\noom_group_kill 1\n")
    try folder.write("1/pids.events", "max 3\n")
    try folder.write("1/memory.peak", "50331648\n")
    try folder.write("1/cgroup.events", "populated 0\nfrozen 0\n")
    let use = group.finish()
    #expect(use.peakBytes == 48 << 20 && use.memoryKills == 2 && use.refusedProcesses == 3)
    #expect(use.isEmpty)
    // Files cannot be removed with their folder here, as they are in a cgroup.
    #expect(!use.isRemoved)
    var exit = GuestExit(status: .killed, resources: nil)
    let limits = GuestSpecification.Limits()
    #expect(ProgramEnd.Reason(exit, limits: limits, isWatched: true) == .lost)
    exit.group = use
    #expect(ProgramEnd.Reason(exit, limits: limits, isWatched: true) == .limit(.memory))
    exit.status = .signaled(9, dumpedCore: false)
    #expect(ProgramEnd.Reason(exit, limits: limits, isWatched: true) == .limit(.memory))
    // One of its children was killed, and it came to its own end.
    exit.status = .exited(1)
    #expect(ProgramEnd.Reason(exit, limits: limits, isWatched: true) == .exited(1))
  }

  @Test("a group's events are read as far as they are some")
  func events() {
    #expect(GuestGroup.events(in: "max 3\noom x\n\npopulated 1") == ["max": 3, "populated": 1])
  }

  @Test("the host's own cgroup is found where the hierarchy is mounted")
  func place() throws {
    let mounts = """
      21 25 0:20 / /sys rw shared:2 - sysfs sysfs rw
      30 21 0:26 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
      31 21 0:27 /a /sys/fs/cgroup/unified rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate

      """
    let mount = try #require(GroupPlace.mount(in: mounts))
    #expect(mount.root == "/a" && mount.point == "/sys/fs/cgroup/unified")
    #expect(GroupPlace.mount(in: "30 21 0:26 / /sys/fs/cgroup rw - cgroup cgroup rw") == nil)
    #expect(GroupPlace.name(in: "9:memory:/x\n0::/a/b\n") == "/a/b")
    #expect(GroupPlace.name(in: "9:memory:/x\n") == nil)
    #expect(GroupPlace.below("/a/b", of: "/a") == "/b")
    #expect(GroupPlace.below("/a", of: "/a") == "")
    #expect(GroupPlace.below("/ab", of: "/a") == nil)
    #expect(GroupPlace.below("/", of: "/") == "")
    #expect(GroupPlace.below("/../x", of: "/") == nil)
  }
}
