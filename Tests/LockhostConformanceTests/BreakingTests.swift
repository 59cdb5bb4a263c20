// SPDX-License-Identifier: MIT

import Foundation
import LockhostConformance
import LockhostSandbox
import Testing

/// Each promise is seen broken: by a sandbox in which one thing is allowed.
@Suite("Every promise can be broken, and only by what breaks it", .timeLimit(.minutes(10)))
struct BreakingTests {
  /// One ground, and one set of controls, for all fixtures: what happens outside is the same for each.
  private struct Shared: Sendable {
    let ground: ProbeGround
    let controls: ControlRuns
    let spawner: Spawner

    init() throws {
      ground = try Suites.ground()
      spawner = try Spawner()
      controls = try ControlRuns(
        on: ground, sandbox: try Suites.sandbox(ground, spawner: spawner))
    }
  }

  private static let shared = Result { try Shared() }

  /// The promises that are asked of a fixture.
  ///
  /// Its own and those that it is said to break as well are asked whole, and one call of each that is
  /// about the same. Of those that say what must work every fixture asks a few, and all together ask all.
  ///
  /// `LOCKHOST_BREAKING=all` asks for every promise of every fixture.
  private static func promises(for fixture: BreakingFixture) -> [Promise] {
    let promises = PromiseCatalogue.all.filter { $0.kind != .report }
    if ProcessInfo.processInfo.environment["LOCKHOST_BREAKING"] == "all" { return promises }
    let group = PromiseCatalogue.promise(fixture.promise)?.group
    let place = BreakingCatalogue.all.firstIndex { $0.promise == fixture.promise } ?? 0
    return promises.enumerated().compactMap { index, promise in
      if promise.id == fixture.promise || fixture.alsoBreaks[promise.id] != nil { return promise }
      let isNear = promise.group == group || promise.group == .work && (index + place) % 4 == 0
      guard isNear else { return nil }
      var short = promise
      short.calls = Array(promise.calls.prefix(1))
      return short
    }
  }

  @Test("the fixture of each promise turns it red, and no other", arguments: BreakingCatalogue.all)
  func breaks(_ fixture: BreakingFixture) async throws {
    let shared = try Self.shared.get()
    let launcher = try Suites.sandbox(
      shared.ground, changes: fixture.changes, spawner: shared.spawner)
    let run = ConformanceRun(launcher, controls: shared.controls, on: shared.ground, width: 2)
    let verdicts = await run.verdicts(of: Self.promises(for: fixture))
    let red = verdicts.filter { ![.passed, .skipped].contains($0.outcome) }
    let expected = Set(fixture.alsoBreaks.keys).union([fixture.promise])
    let story = verdicts.filter { expected.contains($0.promise.id) || red.contains($0) }.map {
      "\($0.promise.id) \($0.outcome.rawValue): \($0.reason)"
    }.joined(separator: "\n")
    #expect(Set(red.map(\.promise.id)) == expected, "\(story)")
    let own = verdicts.first { $0.promise.id == fixture.promise }
    #expect(own?.outcome == .failed || own?.outcome == .skipped, "\(story)")
  }

  @Test("every promise has a fixture, and every fixture a promise")
  func complete() {
    let promises = Set(PromiseCatalogue.all.filter { $0.kind != .report }.map(\.id))
    let fixtures = BreakingCatalogue.all.map(\.promise)
    #expect(promises.subtracting(fixtures).isEmpty)
    #expect(Set(fixtures).subtracting(promises).isEmpty)
    #expect(Set(fixtures).count == fixtures.count)
    for fixture in BreakingCatalogue.all {
      for (other, reason) in fixture.alsoBreaks {
        #expect(PromiseCatalogue.promise(other) != nil, "\(fixture.promise): \(other)")
        #expect(!reason.isEmpty && reason.last != ".", "\(fixture.promise): \(other)")
      }
    }
  }
}

extension BreakingFixture: CustomTestStringConvertible {
  package var testDescription: String { promise }
}
