// SPDX-License-Identifier: MIT

import Glibc
import LockhostSandbox
import LockhostSystem
import Testing

@Suite("What a guest leaves in its container")
struct ContainerUseTests {
  let spawner: Spawner

  init() throws { spawner = try Spawner() }

  @Test("nothing, of a guest that writes nothing")
  func nothing() async throws {
    let exit = try await spawner.launch(try Guests.probe("exit")).exit()
    #expect(exit.container == .init(files: 0, bytes: 0))
  }

  @Test("the files and the pages of a guest that leaves by itself")
  func counted() async throws {
    var guest = try Guests.probe("fill-files", "12")
    guest.container?.files = 100
    let files = try await spawner.launch(guest).exit()
    #expect(files.container == .init(files: 12, bytes: 0))

    guest = try Guests.probe("fill-bytes")
    guest.container?.size = .mebibytes(2)
    let bytes = try await spawner.launch(guest).exit()
    #expect(bytes.container == .init(files: 1, bytes: 2 << 20))
  }

  @Test("also of a guest that was killed, and once it is counted it is gone")
  func killed() async throws {
    let guest = try await spawner.launch(try Guests.probe("write-and-wait", "/container/photo"))
    var line = ""
    while !line.contains("\n"), let part = try guest.standardOutput.read(maximumBytes: 256) {
      line += String(decoding: part, as: UTF8.self)
    }
    // Control: it is there while the guest lives.
    #expect(guest.container?.use() == .init(files: 1, bytes: 4096))
    try guest.kill()
    let exit = await guest.exit()
    #expect(exit.status == .killed)
    #expect(exit.container == .init(files: 1, bytes: 4096))
    #expect(guest.container?.use() == nil)
  }

  @Test("is not counted where it has none")
  func none() async throws {
    var guest = try Guests.probe("exit")
    guest.container = nil
    guest.directories = []
    guest.workingDirectory = "/"
    #expect(try await spawner.launch(guest).exit().container == nil)
  }
}
