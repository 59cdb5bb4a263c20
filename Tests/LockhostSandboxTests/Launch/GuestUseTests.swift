// SPDX-License-Identifier: MIT

import Glibc
import LockhostSandbox
import LockhostSystem
import Testing

@Suite("The memory of a whole guest")
struct GuestUseTests {
  let spawner: Spawner
  let folder: TemporaryFolder

  init() throws {
    spawner = try Spawner()
    folder = try TemporaryFolder(owner: Guests.isRoot ? Guests.user : nil)
  }

  private func holding(_ place: String) async throws -> GuestProcess {
    var guest = try Guests.probe("hold", place, "24")
    guest.mounts.append(.writable(folder.path, at: "/session"))
    let process = try await spawner.launch(guest)
    #expect(try process.standardOutput.read(maximumBytes: 64) == Array("held\n".utf8))
    return process
  }

  @Test(
    "is found wherever it is kept",
    arguments: ["private", "shared", "memory-file", "container"])
  func places(_ place: String) async throws {
    let bytes = 24 << 20
    let process = try await holding(place)
    let use = try #require(process.use())
    #expect(use.processes == 1)
    #expect((bytes..<bytes + 4 << 20).contains(use.bytes), "\(use)")
    // Standard output and error.
    #expect(use.pipeBytes == 2 * 65_536 && use.socketBytes == 0, "\(use)")
    #expect((use.privateBytes >= bytes) == (place == "private"), "\(use)")
    #expect((use.mappedSharedBytes >= bytes) == (place == "shared"), "\(use)")
    #expect((use.memoryFileBytes >= bytes) == (place == "memory-file"), "\(use)")
    #expect((use.containerBytes >= bytes) == (place == "container"), "\(use)")
    #expect(use.unnamedFileBytes == 0)
  }

  @Test("also in tables, pipes and sockets, up to the limit of descriptors")
  func kernelMemory() async throws {
    // 252 descriptors are left beside the program's own.
    let tables = try #require(try await holding("tables").use())
    #expect((24 << 20..<28 << 20).contains(tables.tableBytes), "\(tables)")
    let pipes = try #require(try await holding("pipes").use())
    #expect((120 * 65_536...130 * 65_536).contains(pipes.pipeBytes), "\(pipes)")
    // The kernel counts what a message takes, which is more than is in it.
    let pairs = try #require(try await holding("pairs").use())
    #expect((250 * 131_072..<256 * 524_288).contains(pairs.socketBytes), "\(pairs)")
    let halves = try #require(try await holding("halves").use())
    #expect((250 * 131_072..<256 * 524_288).contains(halves.socketBytes), "\(halves)")
    #expect(pairs.privateBytes < 2 << 20)
  }

  @Test("and files on the disk that have no name are found by their holder")
  func unnamed() async throws {
    let process = try await holding("unnamed")
    let use = try #require(process.use())
    #expect(use.unnamedFileBytes == 24 << 20, "\(use)")
    #expect(use.bytes < 4 << 20, "\(use)")
  }

  @Test("of one that is dead is nothing")
  func dead() async throws {
    let process = try await spawner.launch(try Guests.probe("exit"))
    _ = await process.exit()
    #expect(process.use() == nil)
  }

  @Test("also counts what the guest started")
  func children() async throws {
    let process = try await spawner.launch(try Guests.probe("daemonise-and-wait"))
    var count = 0
    for _ in 0..<500 where count < 2 {
      count = process.use()?.processes ?? 0
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(count >= 2)
  }
}
