// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSystem
import Testing

@testable import LockhostSandbox

/// The ends of a guest that no namespace ends, and what becomes of its container.
@Suite("The end of a guest in tier floor", .timeLimit(.minutes(5)))
struct FloorLifelineTests {
  let spawner: Spawner

  init() throws { spawner = try Spawner() }

  private func stubborn() async throws -> GuestProcess {
    try await spawner.launch(try Guests.floorProbe("app", "ignore-signals"))
  }

  private func container(of guest: GuestProcess) -> String {
    guest.paths.path(of: "/container")
  }

  @Test("it is killed whatever it ignores, counted, and its container is gone")
  func killed() async throws {
    let guest = try await stubborn()
    let path = container(of: guest)
    #expect(FileManager.default.fileExists(atPath: path))
    try guest.kill()
    let exit = await guest.exit()
    #expect(exit.status == .killed)
    // Its parent lived to count it.
    #expect(exit.resources != nil)
    #expect(exit.container?.leftovers == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(!FileManager.default.fileExists(atPath: path + FloorContainers.lockSuffix))
    #expect(!Processes.exists(try #require(guest.identifier)))
  }

  @Test("a guest that is dropped is killed, and its container goes")
  func dropped() async throws {
    var guest: GuestProcess? = try await stubborn()
    let identifier = try #require(guest?.identifier)
    let path = try #require(guest.map(container))
    guest = nil
    #expect(try await Processes.waitForEnd(of: identifier))
    #expect(try await waitForEnd(ofFile: path))
  }

  @Test("the end of its parent process is its own, and is counted all the same")
  func parentKilled() async throws {
    let guest = try await stubborn()
    let parent = try #require(guest.initialProcess.number)
    kill(parent, SIGKILL)
    let exit = await guest.exit()
    #expect(exit.status == .killed)
    #expect(!Processes.exists(try #require(guest.identifier)))
    #expect(exit.container?.leftovers == 0)
  }

  @Test("the end of the spawner is its own")
  func spawnerKilled() async throws {
    let guest = try await stubborn()
    kill(try #require(await spawner.processIdentifier), SIGKILL)
    #expect(await guest.exit().status == .killed)
    #expect(!Processes.exists(try #require(guest.identifier)))
    #expect(!FileManager.default.fileExists(atPath: container(of: guest)))
  }

  @Test(
    "a host that is about to be killed",
    .enabled(if: HostProcess.isOne("floorHost"), "only as the child of the next test"))
  func floorHost() async throws {
    let guest = try await spawner.launch(try Guests.floorProbe("app", "write-and-wait"))
    try HostProcess.tell([
      try #require(guest.identifier), try #require(guest.initialProcess.number),
    ])
    try await Task.sleep(for: .seconds(60))
    withExtendedLifetime(guest) {}
  }

  @Test("kill -9 of the host leaves no process, and the next start removes the container")
  func hostKilled() async throws {
    let host = try HostProcess("floorHost", suite: "FloorLifelineTests")
    let numbers = try await host.numbers()
    #expect(numbers.allSatisfy(Processes.exists))
    let folder = try FileManager.default.destinationOfSymbolicLink(
      atPath: "/proc/\(try #require(numbers.first))/cwd")
    #expect(FileManager.default.fileExists(atPath: folder))
    // While it lives, nobody takes it away.
    FloorContainers.collect()
    #expect(FileManager.default.fileExists(atPath: folder))
    host.kill()
    for number in numbers { #expect(try await Processes.waitForEnd(of: number)) }
    FloorContainers.collect()
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("a guest that makes files without end meets the limit of its container")
  func full() async throws {
    var guest = try Guests.floorProbe("app", "fill-files")
    guest.container?.files = 200
    let process = try await spawner.launch(guest)
    let exit = await process.exit()
    #expect(exit.exceededContainer)
    #expect(exit.status == .killed)
    #expect(exit.container?.leftovers == 0)
    #expect(!FileManager.default.fileExists(atPath: container(of: process)))
  }

  private func waitForEnd(ofFile path: String) async throws -> Bool {
    for _ in 0..<500 {
      if !FileManager.default.fileExists(atPath: path) { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }
}
