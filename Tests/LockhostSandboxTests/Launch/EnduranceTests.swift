// SPDX-License-Identifier: MIT

import Foundation
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

  @Test("three hundred, one after the other, leave no descriptor, mount or process")
  func threeHundred() async throws {
    let spawner = try Spawner()
    #expect(try await spawner.outcome(of: try Guests.probe("exit", "0")).status == .exited(0))
    let identifier = try #require(await spawner.processIdentifier)
    let descriptors = try Processes.descriptorCount(of: identifier)
    let memory = try Self.residentPages(of: identifier)
    let mounts = try Self.mounts()
    for number in 0..<300 {
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
    #expect(try Self.residentPages(of: identifier) <= memory + 64)
    #expect(try Self.mounts() == mounts)
  }

  @Test("the host's own descriptors come back")
  func hostDescriptors() async throws {
    // Other tests of this process open and close descriptors meanwhile, so what is looked for is a
    // leak in each launch, which a hundred launches would make plain.
    let spawner = try Spawner()
    _ = try await spawner.outcome(of: try Guests.probe("exit"))
    let before = try Processes.descriptorCount(of: getpid())
    for _ in 0..<100 { _ = try await spawner.outcome(of: try Guests.probe("exit")) }
    #expect(try Processes.descriptorCount(of: getpid()) < before + 90)
  }

  private static func mounts() throws -> Int {
    try String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8).split(separator: "\n").count
  }

  private static func residentPages(of identifier: Int32) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(identifier)/statm", encoding: .utf8)
    return Int(text.split(separator: " ")[1]) ?? 0
  }
}
