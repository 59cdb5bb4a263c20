// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSandbox
import LockhostSystem
import Testing

@Suite("Many launches", .serialized)
struct EnduranceTests {
  @Test("a hundred at once do not disturb each other")
  func hundredAtOnce() async throws {
    let spawner = try Spawner()
    // All of them are alive together: each waits for the pipe-sized output to be read.
    let guests = try await withThrowingTaskGroup(of: (Int, GuestProcess).self) { group in
      for number in 0..<100 {
        group.addTask {
          (number, try await spawner.launch(try Guests.probe("say-and-wait", "guest \(number)")))
        }
      }
      var guests: [Int: GuestProcess] = [:]
      for try await (number, guest) in group { guests[number] = guest }
      return guests
    }
    #expect(Set(guests.values.compactMap(\.identifier)).count == 100)
    for (number, guest) in guests {
      let line = try #require(try guest.standardOutput.read(maximumBytes: 100))
      #expect(String(decoding: line, as: UTF8.self) == "guest \(number)\n")
    }
    for guest in guests.values { try guest.kill() }
    for guest in guests.values { #expect(await guest.exit().status == .killed) }
    let identifier = try #require(await spawner.processIdentifier)
    #expect(try Processes.children(of: identifier) == [])
  }

  @Test("one that is stuck delays none of a hundred others, started at once with it")
  func stuckAmongHundred() async throws {
    let spawner = try Spawner()
    _ = try await spawner.outcome(of: try Guests.probe("exit"))
    // It waits in its exec for a listener that nobody reads, until its deadline.
    var stuck = try Guests.probe("exit")
    stuck.filter = .init(program: FailureTests.filter(onExec: 0x7fc0_0000), hasListener: true)
    stuck.deadline = .seconds(60)
    let waiting = stuck
    let task = Task { await spawner.failure(of: waiting) }
    let before = MonotonicInstant.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          let outcome = try await spawner.outcome(of: try Guests.probe("exit", "\(number)"))
          #expect(outcome.status == .exited(Int32(number)))
        }
      }
      try await group.waitForAll()
    }
    // Far from the deadline, on however slow a machine: nobody waited for it.
    #expect(before.duration(to: .now) < .seconds(50))
    #expect(!task.isCancelled)
    task.cancel()
    #expect(await task.value == .cancelled)
    let identifier = try #require(await spawner.processIdentifier)
    #expect(try Processes.children(of: identifier) == [])
  }

  @Test("five hundred, one after the other, leave nothing behind")
  func fiveHundred() async throws {
    try await endure(500)
  }

  @Test(
    "ten thousand leave nothing behind",
    .enabled(
      if: ProcessInfo.processInfo.environment["LOCKHOST_SOAK"] != nil,
      "takes minutes: make soak"))
  func tenThousand() async throws {
    try await endure(10_000)
  }

  private func endure(_ count: Int) async throws {
    let spawner = try Spawner()
    #expect(try await spawner.outcome(of: try Guests.probe("exit", "0")).status == .exited(0))
    let identifier = try #require(await spawner.processIdentifier)
    // The memory that a first hundred takes is kept for the next.
    for _ in 0..<100 { _ = try await spawner.outcome(of: try Guests.probe("exit")) }
    let descriptors = try Processes.descriptorCount(of: identifier)
    let memory = try Self.residentPages(of: identifier)
    let hostMemory = try Self.residentPages(of: getpid())
    let mounts = try Self.mounts()
    let namespaces = try Self.namespaces()
    let begun = MonotonicInstant.now
    for number in 0..<count {
      // Every third fails, one of them late and one early.
      var guest = try Guests.probe("exit", "\(number % 200)")
      switch number % 9 {
      case 3: guest.executable.path = "/elsewhere"
      case 6: guest.filter.program = [0xff, 0xff, 0, 0, 0, 0, 0, 0]
      default:
        #expect(try await spawner.outcome(of: guest).status == .exited(Int32(number % 200)))
        continue
      }
      #expect(await spawner.failure(of: guest) != nil)
    }
    #expect(try Processes.children(of: identifier) == [])
    #expect(try await Processes.hasAtMost(descriptors, descriptorsOf: identifier))
    let taken = begun.duration(to: .now).wholeMilliseconds
    let pages = try Self.residentPages(of: identifier)
    #expect(pages <= memory + 64)
    #expect(try Self.mounts() == mounts)
    // Namespaces of other tests come and go meanwhile; one for each launch would be plain.
    let left = try Self.namespaces()
    #expect(left < namespaces + count / 10)
    if count >= 10_000 {
      let host = try Self.residentPages(of: getpid())
      #expect(host < hostMemory + 4096)
      print(
        """
        \(count) launches in \(taken) ms; before and after: spawner's descriptors \(descriptors), \
        \(try Processes.descriptorCount(of: identifier)); spawner's pages \(memory), \(pages); \
        host's pages \(hostMemory), \(host); mounts \(mounts), \(try Self.mounts()); \
        namespaces \(namespaces), \(left); children left \
        \(try Processes.children(of: identifier).count)
        """)
    }
  }

  @Test("the host's own descriptors come back")
  func hostDescriptors() async {
    // In a process of its own: the tests beside this one open descriptors as well.
    await #expect(processExitsWith: .success) {
      let spawner = try Spawner()
      _ = try await spawner.outcome(of: try Guests.probe("exit"))
      let before = try Processes.descriptorCount(of: getpid())
      for _ in 0..<100 { _ = try await spawner.outcome(of: try Guests.probe("exit")) }
      #expect(try await Processes.hasAtMost(before, descriptorsOf: getpid()))
    }
  }

  private static func mounts() throws -> Int {
    try String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8).split(separator: "\n").count
  }

  /// The namespaces that any process is in, as `lsns` counts them.
  private static func namespaces() throws -> Int {
    var found: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc")
    where Int32(name) != nil {
      for kind in ["mnt", "pid", "net", "ipc", "uts", "user"] {
        // One that has just ended, or is another user's, has none to be seen.
        let link = "/proc/\(name)/ns/\(kind)"
        if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link) {
          found.insert(target)
        }
      }
    }
    return found.count
  }

  private static func residentPages(of identifier: Int32) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(identifier)/statm", encoding: .utf8)
    return Int(text.split(separator: " ")[1]) ?? 0
  }
}
