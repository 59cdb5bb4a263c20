// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostPolicy
import LockhostSandbox
import LockhostSystem
import Testing

@testable import Lockhost

@Suite("A guest that uses up a limit")
struct GuestLimitTests {
  private static let isRoot = geteuid() == 0
  private static let user: UInt32 = 730_002

  /// The probe as a guest that never says hello, and has a minute for it.
  private func plan(_ words: String...) throws -> Guest.Plan {
    let path = try ProgramFolder.path(of: "lockhost-probe")
    var specification = GuestSpecification(
      executable: .init(source: .init(path: path), path: "/program"),
      arguments: ["lockhost-probe"] + words,
      identity: Self.isRoot ? .unprivileged(user: Self.user, group: Self.user) : .own,
      filter: .init(program: [0x06, 0, 0, 0, 0, 0, 0xff, 0x7f], hasListener: false))
    specification.mounts = [.program(path, at: "/program")]
    specification.workingDirectory = "/container"
    return Guest.Plan(
      point: ExtensionPoint.capture.withDeadline(.seconds(60)), specification: specification,
      filter: try FilterCompiler.compile(try Policy.builtIn("capture"), executable: 256),
      context: { _ in fatalError("it never says hello") }, services: { _ in [] })
  }

  private func end(of plan: Guest.Plan) async throws -> Lockhost.GuestEnding {
    let loop = try EventLoop(name: "lockhost-test")
    let spawner = try Spawner(loop: loop)
    let (endings, told) = AsyncStream<Lockhost.GuestEnding>.makeStream()
    let guest = Guest(plan: plan, loop: loop) { event in
      if case .ended(let ending) = event { told.yield(ending) }
    }
    try await guest.start(with: spawner)
    for await ending in endings { return ending }
    throw SystemError(call: "ended", code: ECANCELED)
  }

  @Test(
    "of memory ends with it, wherever it keeps it",
    arguments: ["private", "shared", "memory-file", "container"])
  func memory(_ place: String) async throws {
    var plan = try plan("hold", place, "24")
    plan.specification.limits.memory = .mebibytes(16)
    let ending = try await end(of: plan)
    guard case .limit(let which) = ending.cause else {
      Issue.record("\(ending.cause)")
      return
    }
    #expect(which.hasPrefix("memory"))
    #expect(ending.peakBytes ?? 0 >= 24 << 20)
  }

  @Test("of its session folder ends with it, by size, by number, and by what has no name")
  func content() async throws {
    for (place, change) in [
      ("session", { (limit: inout ContentLimit) in limit.size = .mebibytes(16) }),
      ("session", { (limit: inout ContentLimit) in limit.entries = 0 }),
      ("unnamed", { (limit: inout ContentLimit) in limit.size = .mebibytes(16) }),
    ] {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "lockhost-test-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      if Self.isRoot { unsafe chown(folder.path, Self.user, Self.user) }
      var plan = try plan("hold", place, "24")
      plan.specification.mounts.append(.writable(folder.path, at: "/session"))
      plan.content = folder.path
      change(&plan.contentLimit)
      #expect(try await end(of: plan).cause == .limit("session content (\(plan.contentLimit))"))
    }
  }

  @Test("of processor time ends with it")
  func processorTime() async throws {
    var plan = try plan("spin")
    plan.specification.limits.processorTime = .seconds(1)
    let ending = try await end(of: plan)
    #expect(
      ending.cause == .limit("processor time"),
      "\(ending.cause), \(String(describing: ending.exit))")
  }

  @Test("is known from its end: a crash with a full container is one, others are not")
  func crashes() throws {
    let specification = try plan("exit").specification
    func limit(_ status: GuestExit.Status, files: Int = 0, bytes: Int = 0) -> String? {
      specification.limit(
        behind: GuestExit(
          status: status, resources: nil, container: .init(files: files, bytes: bytes)))
    }
    let abort = GuestExit.Status.signaled(6, dumpedCore: false)
    #expect(limit(abort) == nil)
    #expect(limit(abort, bytes: 64 << 20) == "the container")
    #expect(limit(abort, files: 4096) == "the container")
    #expect(limit(.exited(1), bytes: 64 << 20) == nil)
    #expect(limit(.signaled(25, dumpedCore: false)) == "file size")
    #expect(limit(.signaled(9, dumpedCore: false)) == nil)
  }
}
