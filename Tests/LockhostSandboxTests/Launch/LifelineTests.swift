// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSandbox
import LockhostSystem
import Testing

@Suite("How guests end with those they depend on", .timeLimit(.minutes(5)))
struct LifelineTests {
  @Test("a guest that is dropped is killed and reaped")
  func dropped() async throws {
    let spawner = try Spawner()
    var guest: GuestProcess? = try await spawner.launch(try Guests.probe("ignore-signals"))
    let identifier = try #require(guest?.identifier)
    let initial = try #require(guest?.initialProcess)
    #expect(Processes.exists(identifier))
    guest = nil
    #expect(try await Processes.waitForEnd(of: identifier))
    // pid 1 follows when it has seen that.
    while !initial.hasExited { await Task.yield() }
    let program = try #require(await spawner.processIdentifier)
    while try !Processes.children(of: program).isEmpty { await Task.yield() }
  }

  @Test("a guest can be killed whatever it ignores, and its end is known to many")
  func killed() async throws {
    let spawner = try Spawner()
    let guest = try await spawner.launch(try Guests.probe("ignore-signals"))
    async let first = guest.exit()
    async let second = guest.exit()
    try guest.kill()
    #expect(await first.status == .killed)
    #expect(await second.status == .killed)
    #expect(guest.initialProcess.hasExited)
    // Again, when it is dead already.
    try guest.kill()
    #expect(await guest.exit().status == .killed)
  }

  @Test("the death of the spawner is the death of its guests, and the next launch has another")
  func spawnerKilled() async throws {
    let spawner = try Spawner()
    let guests = [
      try await spawner.launch(try Guests.probe("ignore-signals")),
      try await spawner.launch(try Guests.probe("sleep")),
    ]
    let first = try #require(await spawner.processIdentifier)
    kill(first, SIGKILL)
    for guest in guests {
      let exit = await guest.exit()
      #expect(exit.status == .killed)
      #expect(exit.resources == nil)
      #expect(guest.initialProcess.hasExited)
    }
    let outcome = try await spawner.outcome(of: try Guests.probe("exit", "5"))
    #expect(outcome.status == .exited(5))
    #expect(await spawner.processIdentifier != first)
    #expect(!Processes.exists(first))
  }

  @Test("a spawner that stands still times a launch out, and goes on afterwards")
  func spawnerStopped() async throws {
    let spawner = try Spawner()
    #expect(try await spawner.outcome(of: try Guests.probe("exit", "5")).status == .exited(5))
    let identifier = try #require(await spawner.processIdentifier)
    kill(identifier, SIGSTOP)
    var guest = try Guests.probe("exit")
    guest.deadline = .milliseconds(100)
    #expect(await spawner.failure(of: guest) == .timedOut(.milliseconds(100)))
    kill(identifier, SIGCONT)
    #expect(try await spawner.outcome(of: try Guests.probe("exit", "5")).status == .exited(5))
    while try !Processes.children(of: identifier).isEmpty { await Task.yield() }
  }

  @Test("the end of a guest is told even when everything else was dropped")
  func dropsEverything() async throws {
    let exit = await withCheckedContinuation { (continuation: CheckedContinuation<_, Never>) in
      Task {
        let spawner = try Spawner()
        let guest = try await spawner.launch(try Guests.probe("sleep"))
        guest.whenExited { continuation.resume(returning: $0) }
      }
    }
    #expect(exit.status == .killed)
  }

  @Test(
    "a host that is about to be killed",
    .enabled(if: HostProcess.isOne("hostToKill"), "only as the child of the next tests"))
  func hostToKill() async throws {
    let spawner = try Spawner()
    let guests = [
      try await spawner.launch(try Guests.probe("ignore-signals")),
      try await spawner.launch(try Guests.probe("daemonise-and-wait")),
    ]
    let program = try #require(await spawner.processIdentifier)
    try HostProcess.tell(
      guests.compactMap(\.identifier) + [program] + (try Processes.children(of: program)))
    try await Task.sleep(for: .seconds(60))
    withExtendedLifetime(guests) {}
  }

  @Test(
    "a host that launches without end",
    .enabled(if: HostProcess.isOne("launchWithoutEnd"), "only as the child of the next test"))
  func launchWithoutEnd() async throws {
    let spawner = try Spawner()
    try HostProcess.tell([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          while true {
            let guest = try await spawner.launch(try Guests.probe("sleep"))
            if number.isMultiple(of: 2) { try guest.kill() }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("kill -9 of the host at any moment of its launches leaves no process", arguments: 0..<8)
  func hostKilledAnywhere(_ round: Int) async throws {
    let host = try HostProcess("launchWithoutEnd")
    _ = try await host.numbers()
    // Moments spread over some launches, a few milliseconds each.
    try await Task.sleep(for: .microseconds(3000 + round * 1777))
    // Control: there is something to find.
    var found = false
    for _ in 0..<1000 where !found { found = try !host.processes().isEmpty }
    #expect(found)
    host.kill()
    #expect(try await host.waitForEndOfProcesses())
  }

  @Test("kill -9 of the host leaves no process", arguments: 0..<3)
  func hostKilled(_ round: Int) async throws {
    let host = try HostProcess("hostToKill")
    let numbers = try await host.numbers()
    #expect(numbers.count == 5)
    // Control: all of them live.
    #expect(numbers.allSatisfy(Processes.exists))
    host.kill()
    for number in numbers { #expect(try await Processes.waitForEnd(of: number)) }
    #expect(try await host.waitForEndOfProcesses())
  }
}
