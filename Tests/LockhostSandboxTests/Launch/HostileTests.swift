// SPDX-License-Identifier: MIT

import Glibc
import LockhostSandbox
import LockhostSystem
import Testing

@Suite("Guests that behave badly")
struct HostileTests {
  let spawner: Spawner

  init() throws { spawner = try Spawner() }

  private func expectNothingLeft() async throws {
    let identifier = try #require(await spawner.processIdentifier)
    #expect(try Processes.children(of: identifier) == [])
  }

  @Test("a fork bomb meets its limit, and everything dies with its first process")
  func forkBomb() async throws {
    var guest = try Guests.probe("fork-bomb")
    guest.limits.processes = 20
    let outcome = try await spawner.outcome(of: guest)
    #expect(outcome.output == "fork-bomb refused EAGAIN 19 children\n")
    try await expectNothingLeft()
  }

  @Test("a bomb that never stops is killed whole")
  func endlessForkBomb() async throws {
    let guest = try await spawner.launch(try Guests.probe("fork-for-ever"))
    try guest.kill()
    #expect(await guest.exit().status == .killed)
    #expect(guest.initialProcess.hasExited)
    try await expectNothingLeft()
  }

  @Test(
    "descriptors that it leaves on their way keep no other of the same user's from being started",
    arguments: [SandboxTier.full, .floor])
  func descriptorsOnTheirWay(_ tier: SandboxTier) async throws {
    guard Guests.isRoot else {
      print("not run: whatever this user's other tests send would be refused meanwhile")
      return
    }
    // A user whom no other test's guests are.
    let user: UInt32 = tier == .floor ? 730_079 : 730_078
    func probe(_ word: String) throws -> GuestSpecification {
      var guest = try Guests.probe(word)
      guest.tier = tier
      guest.identity = .unprivileged(user: user, group: user)
      // With a listener, which is a descriptor that has to be sent.
      guest.filter =
        tier == .floor
        ? try Guests.floorFilter("app", for: guest, hasListener: true)
        : try Guests.filter("app", for: guest, hasListener: true)
      return guest
    }
    let guest = try probe("hold-descriptors")
    let holder = try await spawner.launch(guest)
    // More than any of them may have open, and so than the kernel lets any of them send beside.
    let bytes = try #require(try holder.standardOutput.read(maximumBytes: 200))
    let line = String(decoding: bytes, as: UTF8.self)
    #expect(line.hasPrefix("hold-descriptors refused ETOOMANYREFS "), "\(line)")
    let held = line.split(separator: " ").dropFirst(3).first.flatMap { Int($0) } ?? 0
    #expect(held > guest.limits.openFiles)
    for _ in 0..<5 {
      #expect(try await spawner.outcome(of: try probe("pid")).status == .exited(0))
    }
    try holder.kill()
    _ = await holder.exit()
  }

  @Test("a daemon does not outlive the guest that left it")
  func daemon() async throws {
    // Its standard output is the pipe's only writer left, so reading to the end says that it is gone.
    let outcome = try await spawner.outcome(of: try Guests.probe("daemonise"))
    #expect(outcome.verdict == "done -")
    #expect(outcome.status == .exited(0))
    try await expectNothingLeft()
  }

  @Test("a container holds what it may hold, in bytes and in files")
  func fillsContainer() async throws {
    var guest = try Guests.probe("fill-bytes")
    guest.container?.size = .mebibytes(2)
    let bytes = try await spawner.outcome(of: guest)
    #expect(bytes.output.hasPrefix("fill-bytes refused ENOSPC "))
    let written = bytes.output.split(separator: " ").dropFirst(3).first.flatMap { Int($0) } ?? 0
    #expect(written > 1 << 20 && written <= 2 << 20)
    guest.arguments = ["probe", "fill-files"]
    guest.container?.files = 100
    #expect(try await spawner.outcome(of: guest).output == "fill-files refused ENOSPC 98 files\n")
    guest.arguments = ["probe", "large-file"]
    guest.limits.fileSize = .mebibytes(1)
    #expect(
      try await spawner.outcome(of: guest).status == .signaled(SIGXFSZ, dumpedCore: false))
  }

  @Test("memory has an end")
  func allocates() async throws {
    var guest = try Guests.probe("allocate")
    guest.limits.data = .mebibytes(32)
    let outcome = try await spawner.outcome(of: guest)
    let words = outcome.output.split(separator: " ")
    #expect(words.prefix(3) == ["allocate", "refused", "ENOMEM"], "\(outcome.output)")
    // The program's own data is in it too, some hundreds of kilobytes.
    #expect((28...31).contains(words.dropFirst(3).first.flatMap { Int($0) } ?? 0))
  }

  @Test("processor time has an end")
  func spins() async throws {
    var guest = try Guests.probe("spin")
    guest.limits.processorTime = .seconds(1)
    let running = try await spawner.launch(guest)
    let exit = await running.exit()
    #expect(exit.status == .signaled(SIGXCPU, dumpedCore: false))
    #expect(try #require(exit.resources).userMicroseconds > 500_000)
  }

  @Test("a flood of output that nobody reads stops the guest and not the host")
  func floodsOutput() async throws {
    let guest = try await spawner.launch(try Guests.probe("flood-output"))
    #expect(try await spawner.outcome(of: try Guests.probe("exit", "3")).status == .exited(3))
    #expect(try #require(try guest.standardOutput.read(maximumBytes: 4096)).count == 4096)
    try guest.kill()
    #expect(await guest.exit().status == .killed)
  }

  @Test("floods of packets and of descriptors on the wire stop the guest and not the host")
  func floodsWire() async throws {
    let (ours, theirs) = try PacketSocket.pair()
    var guest = try Guests.probe("flood-wire")
    guest.wire = theirs.descriptor
    let flooding = try await spawner.launch(guest)
    for _ in 0..<100 {
      guard case .packet = try ours.receive() else {
        Issue.record("the flood ended")
        break
      }
    }
    try flooding.kill()
    #expect(await flooding.exit().status == .killed)

    let (host, wire) = try PacketSocket.pair()
    guest = try Guests.probe("send-descriptors", "200")
    guest.wire = wire.descriptor
    #expect(try await spawner.outcome(of: guest).verdict == "done -")
    guard case .packet(let packet) = try host.receive() else {
      Issue.record("nothing came")
      return
    }
    #expect(packet.descriptors.count == 200)
  }
}
