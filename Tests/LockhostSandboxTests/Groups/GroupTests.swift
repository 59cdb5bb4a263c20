// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSystem
import Testing

@testable import LockhostSandbox

/// With real cgroups, where this user may make some; what they limit depends on the machine.
@Suite("A guest's own cgroup", .serialized)
struct GroupTests {
  /// Where groups can be made here; else says why the test that asks proves nothing.
  private func place() -> GroupPlace? {
    do throws(GroupHindrance) {
      return try GroupPlace.find()
    } catch {
      print("not run: \(error)")
      return nil
    }
  }

  private func group(of process: Int32) throws -> String {
    let text = try String(contentsOfFile: "/proc/\(process)/cgroup", encoding: .utf8)
    return try #require(GroupPlace.name(in: text))
  }

  @Test("a guest is born in it, counted there, and it goes with the guest")
  func born() async throws {
    guard let place = place() else { return }
    let spawner = try Spawner(groups: .always)
    let guest = try await spawner.launch(try Guests.probe("daemonise-and-wait"))
    let group = try #require(guest.group)
    let number = try #require(guest.identifier)
    let own = try self.group(of: getpid())
    let theirs = try self.group(of: number)
    #expect(theirs.hasPrefix(own == "/" ? "/lockhost-guests." : own + "/lockhost-guests."))
    // pid 1, the guest, and what it left to pid 1.
    let members = try group.directory.text(of: FileName(literal: "cgroup.procs"))
    #expect(members.split(separator: "\n").count >= 2)
    #expect(group.isPopulated == true)
    let folder = place.path + theirs.dropFirst(own == "/" ? 0 : own.utf8.count)
    #expect(FileManager.default.fileExists(atPath: folder))
    try guest.kill()
    let exit = await guest.exit()
    let use = try #require(exit.group)
    #expect(use.isEmpty && use.isRemoved && use.memoryKills == 0)
    #expect(use.controllers == place.controllers)
    #expect(!FileManager.default.fileExists(atPath: folder))
    // And the host's own, with the spawner.
    await spawner.close()
    #expect(!FileManager.default.fileExists(atPath: (folder as NSString).deletingLastPathComponent))
  }

  @Test("where every guest must have one and none can be had, each launch is refused")
  func isDemanded() async throws {
    let spawner = try Spawner(groups: .always)
    await spawner.findNoGroups()
    for _ in 0..<2 {
      guard
        case .invalidSpecification("cgroup", _)? = await spawner.failure(
          of: try Guests.probe("exit", "0"))
      else {
        Issue.record("a guest ran without the group that it must have")
        return
      }
    }
  }

  @Test("it alone can end all of a guest, and stop it")
  func killAndFreeze() async throws {
    guard place() != nil else { return }
    let spawner = try Spawner(groups: .always)
    let guest = try await spawner.launch(try Guests.probe("spin"))
    let group = try #require(guest.group)
    try guest.freeze(true)
    while group.isFrozen != true { await Task.yield() }
    let before = try await Self.processorTime(of: guest)
    try await Task.sleep(for: .milliseconds(60))
    #expect(try await Self.processorTime(of: guest) == before)
    try guest.freeze(false)
    while try await Self.processorTime(of: guest) == before { await Task.yield() }
    try guest.freeze(true)
    while group.isFrozen != true { await Task.yield() }
    // Not by pid 1, and though it is frozen.
    try group.kill()
    let exit = await guest.exit()
    #expect(exit.status == .killed)
    #expect(exit.group?.isEmpty == true && exit.group?.isRemoved == true)
    #expect(group.isPopulated == nil)
  }

  /// In ticks.
  private static func processorTime(of guest: GuestProcess) async throws -> Int {
    let number = try #require(guest.identifier)
    let text = try String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
    let words = text.split(separator: " ")
    return (Int(words[13]) ?? 0) + (Int(words[14]) ?? 0)
  }

  @Test("what a dead host left is ended and removed, and what a live one has is not")
  func leftovers() async throws {
    guard let place = place() else { return }
    let spawner = try Spawner(groups: .always)
    let living = try await spawner.launch(try Guests.probe("sleep"))
    // As a host that was killed leaves it: unlocked, with somebody in it.
    let name = GroupNames.guests()
    try place.folder.makeDirectory(name, permissions: 0o755)
    let left = try place.folder.directory(name)
    try left.makeDirectory(FileName(literal: "1"), permissions: 0o755)
    let process = Foundation.Process()
    process.executableURL = URL(filePath: "/bin/sleep")
    process.arguments = ["600"]
    try process.run()
    try left.directory(FileName(literal: "1")).set(
      FileName(literal: "cgroup.procs"), to: "\(process.processIdentifier)")
    for _ in 0..<500 where try place.folder.contains(name) {
      GuestGroups.collect(in: place.folder)
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(try !place.folder.contains(name))
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(living.group?.isPopulated == true)
    try living.kill()
    #expect(await living.exit().group?.isRemoved == true)
  }

  @Test("a group is not made where it would limit nothing, unless it must be")
  func automatic() async throws {
    let spawner = try Spawner()
    let exit = try await spawner.launch(try Guests.probe("exit")).exit()
    let limits = place().map { $0.controllers.isSuperset(of: [.memory, .processes]) }
    #expect((exit.group != nil) == (limits == true))
    var shared = try Guests.probe("exit")
    shared.limits.processors = 0.5
    if limits == true {
      #expect(try await spawner.launch(shared).exit().status == .exited(0))
    } else {
      let error = await spawner.failure(of: shared)
      guard case .invalidSpecification("limits.processors", let reason)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      print("why no processor time can be shared out here: \(reason)")
    }
  }

  @Test("a guest that takes too much memory ends with that limit, by the kernel's hand")
  func memory() async throws {
    guard let place = place(), place.controllers.contains(.memory) else {
      print("not run: no memory controller is delegated here")
      return
    }
    var guest = try Guests.probe("allocate", "64")
    guest.limits.memory = .mebibytes(24)
    let exit = try await Spawner().launch(guest).exit()
    #expect(exit.group?.memoryKills ?? 0 > 0)
    #expect(exit.group?.peakBytes ?? 0 > 20 << 20)
    #expect(ProgramEnd.Reason(exit, limits: guest.limits, isWatched: false) == .limit(.memory))
  }
}

extension Spawner {
  /// As on a machine that lets nobody make a group.
  fileprivate func findNoGroups() { groupState = .none("a test says so") }
}
