// SPDX-License-Identifier: MIT

import Glibc
import LockhostPolicy
import LockhostSandbox
import LockhostSystem
import Testing

@Suite(
  "Where refused calls came from", .enabled(if: RefusedCalls.canBeBuilt, "\(RefusedCalls.hint)"),
  .timeLimit(.minutes(5)))
struct SourceTests {
  let spawner: Spawner

  init() throws { spawner = try Spawner() }

  @Test("a refused call has the file and line of the author", arguments: RefusedCalls.withLines)
  func socket(kind: RefusedCalls) async throws {
    let outcome = try await spawner.watch(try await kind.guest("socket"))
    #expect(outcome.output == "socket -1\n", "it was refused, and answered")
    #expect(outcome.exit.status == .exited(0))
    let violation = try #require(outcome.violations.first { $0.syscall == "socket" })
    let place = try RefusedCalls.place("socket")
    #expect(violation.source == place)
    let told = outcome.events.compactMap { event in
      if case .refused(let violation) = event { violation.source } else { nil }
    }
    #expect(told.contains(try RefusedCalls.place("socket")), "the event has the line already")
  }

  @Test("through the C library's own frames", arguments: RefusedCalls.withLines)
  func fork(kind: RefusedCalls) async throws {
    let outcome = try await spawner.watch(try await kind.guest("fork"))
    #expect(outcome.output == "fork -1\n")
    let violation = try #require(
      outcome.violations.first { $0.syscall == "clone" }, "\(outcome.violations)")
    let place = try RefusedCalls.place("fork")
    #expect(violation.source == place)
  }

  @Test("from a thread of its own, by its number", arguments: RefusedCalls.withLines)
  func thread(kind: RefusedCalls) async throws {
    let outcome = try await spawner.watch(try await kind.guest("thread"))
    #expect(outcome.output == "thread -1\n")
    let violation = try #require(outcome.violations.first { $0.syscall == "socket" })
    let place = try RefusedCalls.place("socket")
    #expect(violation.source == place)
    #expect(violation.thread > 0)
  }

  @Test("of an attack, before the guest is killed", arguments: RefusedCalls.withLines)
  func attack(kind: RefusedCalls) async throws {
    let outcome = try await spawner.watch(try await kind.guest("attack"))
    #expect(outcome.output == "", "the call never came back")
    #expect(outcome.exit.status == .killed)
    let violation = try #require(outcome.violations.last)
    #expect(violation.call == "unshare(0)")
    #expect(violation.action == .kill)
    let place = try RefusedCalls.place("unshare")
    #expect(violation.source == place)
  }

  @Test("the next frame is taken where the first is not the author's")
  func foreignFiles() async throws {
    for kind in RefusedCalls.withLines {
      let outcome = try await spawner.watch(
        try await kind.guest("socket"), sources: SourceRules(foreign: ["/Uploader.swift"]))
      let violation = try #require(outcome.violations.first { $0.syscall == "socket" })
      #expect(violation.source?.hasPrefix("main.swift:") == true, "\(kind) \(violation)")
    }
  }

  @Test("through frames of the standard library that call back", arguments: RefusedCalls.withLines)
  func callback(kind: RefusedCalls) async throws {
    let outcome = try await spawner.watch(
      try await kind.guest("sort"), sources: SourceRules(foreign: ["/Uploader.swift"]))
    #expect(outcome.output == "sorted 3\n")
    let violation = try #require(outcome.violations.first { $0.syscall == "socket" })
    #expect(violation.source?.hasPrefix("main.swift:") == true, "\(violation)")
  }

  @Test("a guest without symbols has no line, and no error")
  func stripped() async throws {
    let outcome = try await spawner.watch(try await RefusedCalls.stripped.guest("socket"))
    #expect(outcome.output == "socket -1\n")
    #expect(outcome.exit.status == .exited(0))
    let violation = try #require(outcome.violations.first { $0.syscall == "socket" })
    #expect(violation.source == nil)
  }

  @Test("where no lines are wanted, none is looked for")
  func unwanted() async throws {
    let outcome = try await spawner.watch(
      try await RefusedCalls.unoptimized.guest("socket"), sources: nil)
    #expect(outcome.violations.first { $0.syscall == "socket" }?.source == nil)
  }

  @Test("a flood ends the guest, and its line is known")
  func flood() async throws {
    let outcome = try await spawner.watch(
      try await RefusedCalls.optimized.guest("flood"),
      limits: ViolationLimits(perSecond: 100_000, total: 2_000))
    #expect(outcome.exit.status == .killed)
    guard case .flooded(let total) = outcome.events.last(where: { !$0.isRefusal }) else {
      Issue.record("no flood: \(outcome.events)")
      return
    }
    #expect(total == 2_001)
    let violation = try #require(outcome.violations.first { $0.syscall == "socket" })
    let place = try RefusedCalls.place("socket")
    #expect(violation.source == place)
    #expect(violation.firstSeen < violation.lastSeen)
  }
}

extension ViolationListener.Event {
  fileprivate var isRefusal: Bool { if case .refused = self { true } else { false } }
}
