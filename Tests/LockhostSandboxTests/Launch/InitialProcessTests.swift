// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSandbox
import LockhostSystem
import Testing

@Suite("pid 1 of a guest, from outside")
struct InitialProcessTests {
  @Test("it has no privilege, a filter of its own, and nothing open but its four ends")
  func posture() async throws {
    let spawner = try Spawner()
    let guest = try await spawner.launch(try Guests.probe("sleep"))
    let program = try #require(await spawner.processIdentifier)
    let identifier = try #require(try Processes.children(of: program).first)
    let status = try Self.status(of: identifier)
    #expect(status["Name"] == "lockhost-init")
    for set in ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"] {
      #expect(status[set] == "0000000000000000")
    }
    #expect(status["NoNewPrivs"] == "1")
    #expect(status["Threads"] == "1")
    // pid 1 installs its filter after the guest is born, so it may be a moment behind.
    for _ in 0..<200 where try Self.status(of: identifier)["Seccomp"] != "2" {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(try Self.status(of: identifier)["Seccomp"] == "2")
    let user = Guests.isRoot ? Guests.user : geteuid()
    #expect(status["Uid"] == [String](repeating: "\(user)", count: 4).joined(separator: "\t"))
    if Guests.isRoot {
      #expect(try Processes.descriptorCount(of: identifier) == 4)
    } else {
      // It is not dumpable, so not even its own user looks into it.
      #expect(throws: (any Error).self) { try Processes.descriptorCount(of: identifier) }
    }
    withExtendedLifetime(guest) {}
  }

  @Test("its guest is its only child, and lives in namespaces of its own")
  func namespaces() async throws {
    let spawner = try Spawner()
    let guest = try await spawner.launch(try Guests.probe("sleep"))
    let identifier = try #require(guest.identifier)
    let program = try #require(await spawner.processIdentifier)
    let initial = try #require(try Processes.children(of: program).first)
    #expect(try Processes.children(of: initial) == [identifier])
    for name in ["user", "mnt", "pid", "net", "ipc", "uts", "cgroup"] {
      let inside = try FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/\(identifier)/ns/\(name)")
      let outside = try FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/ns/\(name)")
      #expect(inside != outside, "\(name)")
    }
  }

  @Test(
    "a guest is born in the cgroup it was given",
    .enabled(if: Self.cgroups != nil, "needs root and a writable cgroup v2 hierarchy"))
  func cgroup() async throws {
    let path = try #require(Self.cgroups) + "/lockhost-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    defer { unsafe rmdir(path) }
    let spawner = try Spawner()
    var specification = try Guests.probe("sleep")
    specification.cgroup = SharedDescriptor(
      adopting: unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    let guest = try await spawner.launch(specification)
    let members = try String(contentsOfFile: path + "/cgroup.procs", encoding: .utf8)
    let identifier = try #require(guest.identifier)
    #expect(members.split(separator: "\n").contains("\(identifier)"))
    #expect(members.split(separator: "\n").count == 2)
    try guest.kill()
    _ = await guest.exit()
    #expect(try String(contentsOfFile: path + "/cgroup.procs", encoding: .utf8) == "")
  }

  @Test("the listener of a filter comes up, and refusals wait there")
  func listener() async throws {
    let spawner = try Spawner()
    var specification = try Guests.probe("socket-inet")
    specification.filter = try Guests.filter("capture", for: specification, hasListener: true)
    let guest = try await spawner.launch(specification)
    let listener = try #require(guest.listener)
    var waiting = pollfd(fd: listener.rawValue, events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&waiting, 1, 10_000) == 1)
    #expect(waiting.revents & Int16(POLLIN) != 0)
    try guest.kill()
    #expect(await guest.exit().status == .killed)
  }

  private static let cgroups: String? = {
    guard geteuid() == 0 else { return nil }
    return ["/sys/fs/cgroup/unified", "/sys/fs/cgroup"].first {
      FileManager.default.isWritableFile(atPath: $0 + "/cgroup.procs")
        && FileManager.default.fileExists(atPath: $0 + "/cgroup.controllers")
    }
  }()

  private static func status(of identifier: Int32) throws -> [String: String] {
    let text = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
    var fields: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      fields[String(parts[0])] = parts.last.map { $0.trimmingCharacters(in: .whitespaces) }
    }
    return fields
  }
}
