// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSandbox
import LockhostSystem
import Testing

@Suite("What a guest finds itself with")
struct PostureTests {
  let spawner: Spawner

  init() throws { spawner = try Spawner() }

  @Test("in the full tier, exactly what is documented")
  func full() async throws {
    let posture = try await Posture(of: specification(.full), from: spawner)
    #expect(posture.numbers("uid") == [1000, 1000, 1000])
    #expect(posture.numbers("gid") == [1000, 1000, 1000])
    try checkCommon(posture)
  }

  @Test(
    "without a user namespace, the same with the ids of its own real user",
    .enabled(if: geteuid() == 0, "only root can take another user's ids"))
  func withoutUserNamespace() async throws {
    let posture = try await Posture(of: specification(.noUserNamespace), from: spawner)
    #expect(posture.numbers("uid") == [730_001, 730_001, 730_001])
    #expect(posture.numbers("gid") == [730_001, 730_001, 730_001])
    #expect(posture.numbers("groups") == [])
    try checkCommon(posture)
  }

  @Test("on the floor, the same privileges as far as an ordinary user can give them up")
  func floor() async throws {
    var guest = try Guests.program("lockhost-probe", ["posture", "/"])
    guest.tier = .floor
    guest.filter = try Guests.floorFilter("app", for: guest)
    guest.filter.program = Guests.admitsEverything
    guest.environment = ["HOME": "/container", "A": "1=2"]
    guest.pathVariables = ["HOME"]
    let process = try await spawner.launch(guest)
    let container = process.paths.path(of: "/container")
    _ = await process.exit()
    let posture = try Posture(reading: try process.standardOutput.readToEnd())
    let user = Int(Guests.isRoot ? Guests.user : geteuid())
    #expect(posture.numbers("uid") == [user, user, user])
    let capabilities = try #require(posture["capabilities"] as? [String: Int])
    for set in ["effective", "permitted", "inheritable", "ambient"] {
      #expect(capabilities[set] == 0, "\(set)")
    }
    if Guests.isRoot {
      #expect(capabilities["bounding"] == 0)
      #expect(posture["securebits"] as? Int == 0xEF)
      #expect(posture.numbers("groups") == [])
    }
    #expect(posture["noNewPrivileges"] as? Int == 1)
    #expect(posture["seccomp"] as? Int == 2)
    #expect(posture["parentDeathSignal"] as? Int == 9)
    #expect(posture["session"] as? Int == posture["pid"] as? Int)
    #expect(posture["environment"] as? [String] == ["A=1=2", "HOME=\(container)"])
    #expect(posture["workingDirectory"] as? String == container)
    #expect(posture["umask"] as? Int == 0o077)
    #expect(posture["terminal"] as? Int == 0)
  }

  @Test("with processes shown, /proc has its own and nothing of the kernel")
  func processes() async throws {
    var guest = try Guests.probe("list", "/proc")
    let hidden = try await spawner.outcome(of: guest)
    #expect(hidden.verdict == "refused ENOENT")
    guest.showsProcesses = true
    let shown = try await spawner.outcome(of: guest)
    let names = shown.output.split { $0 == " " || $0 == "\n" }.dropFirst(4)
    // pid 1 is not dumpable, so hidepid hides it from the guest.
    #expect(Set(names) == ["2", "self", "thread-self"])
    var writer = try Guests.probe("write", "/proc/self/oom_score_adj")
    writer.showsProcesses = true
    #expect(try await spawner.outcome(of: writer).verdict.hasPrefix("refused"))
  }

  private func specification(_ tier: SandboxTier) throws -> GuestSpecification {
    var guest = try Guests.probe("posture", "/", "/container", "/program")
    guest.tier = tier
    guest.environment = ["HOME": "/container", "A": "1=2"]
    guest.hostname = "phone"
    return guest
  }

  private func checkCommon(_ posture: Posture) throws {
    #expect(posture["pid"] as? Int == 2)
    #expect(posture["ppid"] as? Int == 1)
    #expect(posture["session"] as? Int == 2)
    #expect(posture["processGroup"] as? Int == 2)
    let capabilities = try #require(posture["capabilities"] as? [String: Int])
    #expect(
      capabilities == [
        "effective": 0, "permitted": 0, "inheritable": 0, "bounding": 0, "ambient": 0,
      ])
    // no-root, no-setuid-fixup, no-ambient, each with its lock, and keep-caps locked off.
    #expect(posture["securebits"] as? Int == 0xEF)
    #expect(posture["noNewPrivileges"] as? Int == 1)
    #expect(posture["seccomp"] as? Int == 2)
    #expect(posture["parentDeathSignal"] as? Int == 9)
    #expect(posture.numbers("blockedSignals") == [])
    #expect(posture.numbers("ignoredSignals") == [])
    #expect(posture["environment"] as? [String] == ["A=1=2", "HOME=/container"])
    #expect(posture["workingDirectory"] as? String == "/container")
    #expect(posture["hostname"] as? String == "phone")
    #expect(posture["domain"] as? String == "(none)")
    #expect(posture["umask"] as? Int == 0o077)
    #expect(posture["terminal"] as? Int == 0)
    let descriptors = try #require(posture["descriptors"] as? [[String: Any]])
    #expect(descriptors.map { $0["number"] as? Int } == [0, 1, 2])
    #expect(descriptors.map { $0["kind"] as? String } == ["device", "pipe", "pipe"])
    try checkLimits(posture)
    try checkMounts(posture)
    let interfaces = try #require(posture["interfaces"] as? [[String: Any]])
    #expect(interfaces.contains { $0["name"] as? String == "lo" })
    #expect(interfaces.allSatisfy { $0["up"] as? Bool == false })
  }

  private func checkLimits(_ posture: Posture) throws {
    let limits = try #require(posture["limits"] as? [String: [Any]])
    let defaults = GuestSpecification.Limits()
    let expected: [String: Int] = [
      "fileSize": defaults.fileSize.bytes, "data": defaults.data?.bytes ?? 0,
      "stack": defaults.stack.bytes, "core": 1, "processes": defaults.processes + 1,
      "openFiles": defaults.openFiles, "memoryLocked": 0, "messageQueue": 0, "nice": 0,
      "realtimePriority": 0, "pendingSignals": 256,
    ]
    for (name, value) in expected {
      #expect(limits[name]?.compactMap { $0 as? Int } == [value, value], "\(name)")
    }
  }

  private func checkMounts(_ posture: Posture) throws {
    let root = try #require(posture.mounts["/"])
    let container = try #require(posture.mounts["/container"])
    let program = try #require(posture.mounts["/program"])
    for mount in [root, container, program] {
      #expect(mount["noSetID"] as? Bool == true)
      #expect(mount["noDevices"] as? Bool == true)
    }
    #expect(root["readOnly"] as? Bool == true)
    #expect(root["noExecution"] as? Bool == true)
    #expect(container["readOnly"] as? Bool == false)
    #expect(container["noExecution"] as? Bool == true)
    #expect(container["bytes"] as? Int == 64 << 20)
    #expect(container["files"] as? Int == 4096)
    #expect(program["readOnly"] as? Bool == true)
    #expect(program["noExecution"] as? Bool == false)
  }
}

/// What the posture probe prints, by name.
private struct Posture {
  private var values: [String: Any] = [:]
  private(set) var mounts: [String: [String: Any]] = [:]

  init(of specification: GuestSpecification, from spawner: Spawner) async throws {
    let outcome = try await spawner.outcome(of: specification)
    #expect(outcome.status == .exited(0))
    try self.init(reading: outcome.output)
  }

  init(reading output: String) throws {
    for line in output.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let name = try #require(object?["name"] as? String)
      if name == "mount", let mount = object?["value"] as? [String: Any],
        let path = mount["path"] as? String
      {
        mounts[path] = mount
      } else {
        values[name] = object?["value"]
      }
    }
  }

  subscript(name: String) -> Any? { values[name] }

  func numbers(_ name: String) -> [Int]? { values[name] as? [Int] }
}
