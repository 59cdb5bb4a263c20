// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSystem
import LockhostTesting
import Testing

@testable import LockhostSandbox

@Suite("A spare sandbox", .serialized, .timeLimit(.minutes(5)))
struct SpareTests {
  /// The one process that waits under a spawner without guests.
  private func spare(of spawner: Spawner) async throws -> Int32 {
    try #require(try await Self.waitForSpare(of: spawner))
  }

  /// Starts the program and waits until a sandbox waits for a launch.
  static func waitForSpare(of spawner: Spawner, tries: Int = 5000) async throws -> Int32? {
    spawner.startAhead()
    for _ in 0..<tries {
      if let program = await spawner.processIdentifier,
        let child = try? Processes.children(of: program).first
      {
        // It sleeps in the call that brings the launch.
        let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
        if state?.contains(") S ") == true { return child }
      }
      try await Task.sleep(for: .milliseconds(1))
    }
    return nil
  }

  @Test("serves the next launch, and another takes its place")
  func isUsed() async throws {
    let spawner = try Spawner(spare: .kept)
    let first = try await spare(of: spawner)
    let guest = try await spawner.launch(try Guests.probe("sleep"))
    let identifier = try #require(guest.identifier)
    #expect(try Processes.children(of: first) == [identifier])
    #expect(guest.initialProcess.number == first)
    let program = try #require(await spawner.processIdentifier)
    // One for the guest, one that waits.
    let isReplaced = await Waiting.until(within: .seconds(20)) {
      (try? Processes.children(of: program).count) == 2
    }
    #expect(isReplaced)
    try guest.kill()
    _ = await guest.exit()
    #expect(try await spawner.outcome(of: try Guests.probe("exit", "7")).status == .exited(7))
  }

  @Test("is empty: namespaces, and nothing of any guest or of the host in them")
  func isEmpty() async throws {
    let spawner = try Spawner(spare: .kept)
    let guest = try await spawner.launch(try Guests.probe("sleep"))
    let program = try #require(await spawner.processIdentifier)
    var spare: Int32?
    for _ in 0..<2000 where spare == nil {
      spare = try Processes.children(of: program).first { $0 != guest.initialProcess.number }
      if spare == nil { try await Task.sleep(for: .milliseconds(1)) }
    }
    let waiting = try #require(spare)
    for name in ["user", "mnt", "pid", "net", "ipc", "uts", "cgroup"] {
      let ours = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/\(name)")
      let its = try FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/\(waiting)/ns/\(name)")
      #expect(its != ours, "\(name)")
      let other = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/\(guest.initialProcess.number ?? 0)/ns/\(name)")
      #expect(its != other, "\(name)")
    }
    #expect(try String(contentsOfFile: "/proc/\(waiting)/uid_map", encoding: .utf8).isEmpty)
    // The null device four times, the spawner's sign of life, and the socket that brings the launch.
    let isSettled = await Waiting.until(within: .seconds(20)) {
      (try? Processes.descriptorCount(of: waiting)) == 6
    }
    #expect(isSettled)
    withExtendedLifetime(guest) {}
  }

  @Test("for one launch only, the program ends with the guest, and a second launch starts it again")
  func once() async throws {
    let spawner = try Spawner(spare: .once)
    let first = try await spare(of: spawner)
    let program = try #require(await spawner.processIdentifier)
    let guest = try await spawner.launch(try Guests.probe("sleep"))
    #expect(guest.initialProcess.number == first)
    #expect(try Processes.children(of: program) == [first])
    try guest.kill()
    #expect(await guest.exit().status == .killed)
    #expect(try await Processes.waitForEnd(of: program))
    #expect(try await spawner.outcome(of: try Guests.probe("exit", "3")).status == .exited(3))
  }

  @Test("is made while a launch is prepared, and serves it, where none is kept")
  func isAnnounced() async throws {
    let spawner = try Spawner()
    // The program is started by the first, which can announce nothing to it.
    #expect(try await spawner.outcome(of: try Guests.probe("exit", "5")).status == .exited(5))
    let guest = try await spawner.launch(try Guests.probe("sleep"))
    let announced = try #require(guest.times.steps[.announced])
    #expect(announced >= guest.times.requested)
    #expect(announced <= (try #require(guest.times.steps[.receive])))
    #expect(guest.times.spawned == announced)
    let program = try #require(await spawner.processIdentifier)
    #expect(try Processes.children(of: program) == [guest.initialProcess.number])
  }

  @Test("that was made for a launch which does not come is let go")
  func isNotNeeded() async throws {
    let spawner = try Spawner()
    #expect(try await spawner.outcome(of: try Guests.probe("exit", "5")).status == .exited(5))
    let program = try #require(await spawner.processIdentifier)
    var lacking = try Guests.probe("exit", "6")
    lacking.mounts.append(.writable("/no/such/folder", at: "/new"))
    guard case .unreadable? = await spawner.failure(of: lacking) else {
      Issue.record("a folder that is not there was shown")
      return
    }
    let isGone = await Waiting.until(within: .seconds(20)) {
      (try? Processes.children(of: program).isEmpty) == true
    }
    #expect(isGone)
    #expect(try await spawner.outcome(of: try Guests.probe("exit", "7")).status == .exited(7))
  }

  @Test("that was killed is done without")
  func isKilled() async throws {
    let spawner = try Spawner(spare: .kept)
    let waiting = try await spare(of: spawner)
    kill(waiting, SIGKILL)
    #expect(try await Processes.waitForEnd(of: waiting))
    #expect(try await spawner.outcome(of: try Guests.probe("exit", "4")).status == .exited(4))
  }

  @Test("dies with its spawner")
  func diesWithSpawner() async throws {
    let spawner = try Spawner(spare: .kept)
    let waiting = try await spare(of: spawner)
    kill(try #require(await spawner.processIdentifier), SIGKILL)
    #expect(try await Processes.waitForEnd(of: waiting))
    #expect(try await spawner.outcome(of: try Guests.probe("exit", "4")).status == .exited(4))
  }

  @Test("is left alone by a launch that it does not suit")
  func unsuited() async throws {
    let spawner = try Spawner(spare: .kept)
    let waiting = try await spare(of: spawner)
    let guest = try await spawner.launch(try Guests.floorProbe("app", "sleep"))
    #expect(guest.initialProcess.number != waiting)
    #expect(Processes.exists(waiting))
    let full = try await spawner.launch(try Guests.probe("sleep"))
    #expect(full.initialProcess.number == waiting)
    withExtendedLifetime(guest) {}
  }

  @Test(
    "is not used when the host's mounts have changed since it was made",
    .enabled(if: Guests.isRoot, "only root may mount in the tests' own namespace"))
  func mountsChanged() async throws {
    let spawner = try Spawner(spare: .kept)
    let waiting = try await spare(of: spawner)
    let folder = try ScratchFolder()
    try #require(unsafe mount("none", folder.path, "tmpfs", 0, nil) == 0)
    defer { unsafe umount2(folder.path, 2) }  // MNT_DETACH
    unsafe chmod(folder.path, 0o755)
    try "here".write(toFile: folder.path + "/file", atomically: false, encoding: .utf8)
    var reader = try Guests.probe("sleep")
    reader.mounts.append(.writable(folder.path, at: "/new"))
    let guest = try await spawner.launch(reader)
    #expect(guest.initialProcess.number != waiting)
    let seen = "/proc/\(try #require(guest.identifier))/root/new/file"
    #expect(try String(contentsOfFile: seen, encoding: .utf8) == "here")
  }

  @Test("serves hundreds of launches, many at once, and nothing is left of any")
  func many() async throws {
    let spawner = try Spawner(spare: .kept)
    _ = try await spare(of: spawner)
    let program = try #require(await spawner.processIdentifier)
    let before = Guests.isRoot ? try Processes.descriptorCount(of: program) : 0
    for _ in 0..<20 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<10 {
          group.addTask {
            let outcome = try await spawner.outcome(of: try Guests.probe("exit", "\(number)"))
            #expect(outcome.status == .exited(Int32(number)))
          }
        }
        try await group.waitForAll()
      }
    }
    let isSettled = await Waiting.until(within: .seconds(20)) {
      (try? Processes.children(of: program).count) == 1
    }
    #expect(isSettled)
    if Guests.isRoot { #expect(try await Processes.hasAtMost(before, descriptorsOf: program)) }
  }
}
