// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostPolicy
import LockhostSandbox
import LockhostSystem
import LockhostTesting
import LockhostWire
import Testing

@testable import Lockhost

/// The sample's capture extension, made ready before it is asked for.
@Suite(
  "Guests that are made ready", .serialized, .timeLimit(.minutes(5)),
  .enabled(if: Fixtures.areBuilt("CameraSample"), "\(Fixtures.hint)"))
struct GuestPoolTests {
  let scratch: ScratchFolder
  private let host: Lockhost.Host

  init() throws {
    scratch = try ScratchFolder()
    host = try Lockhost.Host(environment: [:], pool: PoolLimits())
  }

  private func request(_ app: String) -> LaunchRequest {
    var request = LaunchRequest()
    request.set = scratch.path("state")
    request.app = app
    request.lockState = .locked
    return request
  }

  private func sample() throws -> String {
    try Fixtures.app("CameraSample")
  }

  /// A copy, which is another bundle to the host although it has the same identifier.
  private func copy(as name: String) async throws -> String {
    let path = scratch.path(name)
    try await ProgramCopy.make(of: try sample(), at: path)
    return path
  }

  /// Launches, waits until the camera runs, dismisses, and returns the record.
  private func run(_ request: LaunchRequest) async throws -> ExitRecord {
    let session = try await host.launch(request)
    _ = await session.wait(for: .ready, timeout: .seconds(60))
    try await session.dismiss(by: .swipe)
    return await session.finalRecord()
  }

  private func key(_ request: LaunchRequest) throws -> PoolKey {
    try #require(host.recipe(for: try host.opening(request, requested: .now))).key
  }

  @Test("serve the next launch, once, and are replaced")
  func serve() async throws {
    let request = request(try sample())
    #expect(try await host.prepare(request) == 1)
    let first = try await run(request)
    #expect(first.reason == .dismissed)
    #expect(first.preparedMicroseconds != nil)
    #expect(first.timeline.executed == 0)
    #expect(first.timeline.ready ?? 0 > 0)
    #expect(first.container.wiped)
    #expect(try await host.prepare(request) == 1)
    let second = try await run(request)
    #expect(second.preparedMicroseconds != nil)
    #expect(first.session != second.session)
  }

  @Test("serve nobody else, and not their own extension after it was changed")
  func othersAndChanged() async throws {
    let old = try await copy(as: "Old.app")
    #expect(try await host.prepare(request(old)) == 1)
    let oldKey = try key(request(old))
    let changed = try await copy(as: "Changed.app")
    let record = try await run(request(changed))
    #expect(record.preparedMicroseconds == nil)
    // It has the same identifier, so what was ready for the older state is of no use any more.
    #expect(host.pool.count(for: oldKey) == 0)
  }

  @Test("are one each for launches at the same moment")
  func parallel() async throws {
    let request = request(try sample())
    #expect(try await host.prepare(request) == 1)
    let records = try await withThrowingTaskGroup(of: ExitRecord.self) { group in
      for _ in 0..<3 { group.addTask { try await run(request) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(records.allSatisfy { $0.reason == .dismissed })
    #expect(Set(records.map(\.session)).count == 3)
    #expect(records.contains { $0.preparedMicroseconds != nil })
  }

  @Test("are dropped when they grow old, or nobody wants them any more")
  func dropped() async throws {
    let request = request(try sample())
    #expect(try await host.prepare(request) == 1)
    let key = try key(request)
    host.pool.lookAfter(at: .now.advanced(by: .seconds(3_600)))
    #expect(host.pool.count(for: key) == 0)
    #expect(try await host.prepare(request) == 1)
    host.pool.drain()
    #expect(host.pool.count(for: key) == 0)
    let isEmpty = await Waiting.until(within: .seconds(30)) {
      scratch.contents(of: "state/devices/default/sessions").isEmpty
    }
    #expect(isEmpty, "\(scratch.contents(of: "state/devices/default/sessions"))")
  }

  @Test("are dropped, all of them, when the machine runs short of memory")
  func runsShort() async throws {
    let request = request(try sample())
    #expect(try await host.prepare(request) == 1)
    let key = try key(request)
    host.pool.lookAfter(at: .now, memory: host.pool.limits.availableMemory + 0.01)
    #expect(host.pool.count(for: key) == 1)
    host.pool.lookAfter(at: .now, memory: host.pool.limits.availableMemory - 0.01)
    #expect(host.pool.count(for: key) == 0)
  }

  @Test("serve no other device, although it has the same app")
  func otherDevice() async throws {
    #expect(try await host.prepare(request(try sample())) == 1)
    let key = try key(request(try sample()))
    var other = request(try sample())
    other.set = scratch.path("other")
    #expect(try await run(other).preparedMicroseconds == nil)
    // It is still there for its own.
    #expect(host.pool.count(for: key) == 1)
    #expect(try await run(request(try sample())).preparedMicroseconds != nil)
  }

  @Test("are for one policy and one tier, and those of another are thrown away")
  func otherPolicy() async throws {
    let opening = try host.opening(request(try sample()), requested: .now)
    let recipe = try #require(host.recipe(for: opening))
    func changed(policy: Policy, tier: SandboxTier?) -> GuestPool.Recipe {
      let key = PoolKey(
        device: recipe.key.device, application: recipe.key.application,
        files: recipe.key.files, point: recipe.key.point, policy: policy, tier: tier)
      return GuestPool.Recipe(key: key, prepare: recipe.prepare)
    }
    for other in [
      changed(policy: .compute, tier: recipe.key.tier),
      changed(policy: recipe.key.policy, tier: .floor),
    ] {
      try await host.pool.stock(recipe)
      #expect(host.pool.count(for: recipe.key) == 1)
      #expect(host.pool.take(other.key) == nil)
      #expect(host.pool.count(for: recipe.key) == 0)
    }
  }

  @Test("are no more than the limits, for an extension and in all")
  func bounded() async throws {
    let limits = PoolLimits(guestsPerExtension: 2, guests: 3)
    let host = try Lockhost.Host(environment: [:], pool: limits)
    #expect(try await host.prepare(request(try sample())) == 2)
    var other = request(try sample())
    other.set = scratch.path("other")
    #expect(try await host.prepare(other) == 1)
    other.set = scratch.path("third")
    #expect(try await host.prepare(other) == 0)
  }

  @Test("are not kept on a machine that is short of memory")
  func shortOfMemory() async throws {
    let host = try Lockhost.Host(environment: [:], pool: PoolLimits(availableMemory: 1.1))
    #expect(try await host.prepare(request(try sample())) == 0)
    #expect(AvailableMemory.part(of: "MemTotal: 200 kB\nMemAvailable: 50 kB\n") == 0.25)
    #expect(AvailableMemory.part(of: "nonsense") == 1)
  }

  @Test("are kept by a host that lives for long, unless it says otherwise")
  func ordinaryHost() async throws {
    let host = try Lockhost.Host(environment: [:])
    #expect(host.pool.limits == PoolLimits())
    #expect(try await host.prepare(request(try sample())) == 1)
    let single = try Lockhost.Host(environment: [:], pool: .none)
    #expect(try await single.prepare(request(try sample())) == 0)
  }

  @Test("are refreshed: one that is dropped for its age has another one after it")
  func refreshed() async throws {
    let request = request(try sample())
    #expect(try await host.prepare(request) == 1)
    let key = try key(request)
    host.pool.lookAfter(at: .now.advanced(by: .seconds(3_600)))
    host.pool.lookAfter(at: .now)
    let pool = host.pool
    #expect(await Waiting.until(within: .seconds(60)) { pool.count(for: key) == 1 })
  }

  @Test("serve nobody once a file was added to the bundle, or its own files were changed")
  func changedInPlace() async throws {
    let path = try await copy(as: "Changing.app")
    let changes: [(URL) throws -> Void] = [
      { try Data("1".utf8).write(to: $0.appending(path: "Extensions/added")) },
      { url in
        let info = url.appending(path: "Info.plist")
        try Data(contentsOf: info).write(to: info)
      },
    ]
    for change in changes {
      #expect(try await host.prepare(request(path)) == 1)
      try change(URL(filePath: path))
      #expect(try await run(request(path)).preparedMicroseconds == nil)
    }
  }

  @Test("know nothing of a session before it is theirs")
  func knowNothing() async throws {
    let request = request(try sample())
    #expect(try await host.prepare(request) == 1)
    let guest = try #require(host.pool.take(try key(request)))
    let specification = guest.program.specification
    let told =
      specification.arguments + specification.environment.map { "\($0.key)=\($0.value)" }
    // No session has begun, so no folder has a session's name, and what it was given has none either.
    let names = scratch.contents(of: "state/devices/default/sessions").filter { !$0.contains("/") }
    #expect(names.count == 1 && names[0].hasPrefix(".creating-"))
    #expect(!told.contains { $0.contains("creating") })
    // It says hello, and then waits for an answer and does nothing else.
    var packets: [PacketSocket.Packet] = []
    let deadline = MonotonicInstant.now.advanced(by: .seconds(30))
    while packets.isEmpty, MonotonicInstant.now < deadline {
      try await Task.sleep(for: .milliseconds(100))
      while case .packet(let packet) = try guest.launched.socket.receive(
        maximumBytes: WireLimits.packetBytes, waiting: false)
      {
        packets.append(packet)
      }
    }
    #expect(packets.count == 1)
    let hello = try Message(packet: try #require(packets.first).bytes, descriptorCount: 0)
    #expect(hello.header.route == .hello)
    #expect(guest.isAlive)
  }

  @Test(
    "have their watchdog and their record counted from the request",
    .enabled(if: Fixtures.areBuilt("Misbehaving"), "\(Fixtures.hint)"))
  func watchdog() async throws {
    // A copy: the bundle itself shares its files with those of other tests, and a link that one of them
    // makes or removes is a change of the file.
    let app = scratch.path("Copied.app")
    try await ProgramCopy.make(
      of: try MisbehavingApp.bundle("never-starts-camera", in: scratch), at: app)
    var request = request(app)
    request.watchdog = .seconds(2)
    #expect(try await host.prepare(request) == 1)
    // As long again as the watchdog's time: counted from its start, it would be over.
    try await Task.sleep(for: .seconds(2))
    let record = await (try await host.launch(request)).finalRecord()
    #expect(record.reason == .watchdog)
    #expect(record.preparedMicroseconds ?? 0 >= 2_000_000)
    #expect(record.timeline.ended ?? 0 >= 2_000_000)
    #expect(record.timeline.spawned == 0)
  }
}
