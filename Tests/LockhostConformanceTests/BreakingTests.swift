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

  /// The promises that are asked of a fixture alone: its own, those that it is said to break as well,
  /// and those few that may be broken in both of its batches.
  ///
  /// That it breaks no other is shown for many fixtures at once. `LOCKHOST_BREAKING=all` asks for every
  /// promise of every fixture instead, which takes some 20 minutes.
  private static func promises(for fixture: BreakingFixture) -> [Promise] {
    let promises = PromiseCatalogue.all.filter { $0.kind != .report }
    if ProcessInfo.processInfo.environment["LOCKHOST_BREAKING"] == "all" { return promises }
    let own = batches.filter { $0.fixtures.contains(fixture) }
    return promises.filter { promise in own.allSatisfy { $0.expected.contains(promise.id) } }
  }

  /// Several fixtures in one sandbox.
  struct Batch: Sendable, CustomTestStringConvertible {
    let fixtures: [BreakingFixture]
    var testDescription: String { fixtures.map(\.promise).joined(separator: " ") }
    var expected: Set<String> {
      fixtures.reduce(into: []) { $0.formUnion([$1.promise] + $1.alsoBreaks.keys) }
    }
  }

  /// Fixtures in whose sandbox what others open would not be seen.
  private static let alone: Set<String> = [
    "LH-BROK-001", "LH-SUP-002", "LH-WORK-002", "LH-WORK-015", "LH-WORK-016",
  ]

  /// All fixtures, as the rows and the columns of a square.
  ///
  /// Two that share a row share no column: what a fixture breaks that it should not is therefore seen,
  /// in its row or in its column, as a promise that nothing in that batch may break.
  static let batches: [Batch] = {
    let many = BreakingCatalogue.all.filter { !alone.contains($0.promise) }
    let side = Int(Double(many.count).squareRoot().rounded(.up))
    let places = Array(many.enumerated())
    let rows = (0..<side).map { row in places.filter { $0.offset / side == row } }
    let columns = (0..<side).map { column in places.filter { $0.offset % side == column } }
    let squares = (rows + columns).map { Batch(fixtures: $0.map(\.element)) }
    return squares.filter { !$0.fixtures.isEmpty }
      + BreakingCatalogue.all.filter { alone.contains($0.promise) }.map { Batch(fixtures: [$0]) }
  }()

  @Test("the fixture of each promise turns it red", arguments: BreakingCatalogue.all)
  func breaks(_ fixture: BreakingFixture) async throws {
    let verdicts = try await Self.verdicts(of: Self.promises(for: fixture), with: fixture.changes)
    let red = Self.red(verdicts)
    let expected = Batch(fixtures: [fixture]).expected
    #expect(Set(red.map(\.promise.id)) == expected, "\(Self.story(verdicts, expected))")
    let own = verdicts.first { $0.promise.id == fixture.promise }
    #expect(
      own?.outcome == .failed || own?.outcome == .skipped, "\(Self.story(verdicts, expected))")
  }

  @Test("and no other", arguments: batches)
  func others(_ batch: Batch) async throws {
    let promises = PromiseCatalogue.all.filter {
      $0.kind != .report && !batch.expected.contains($0.id)
    }
    let verdicts = try await Self.verdicts(of: promises, with: batch.fixtures.flatMap(\.changes))
    #expect(verdicts.count == promises.count)
    #expect(Self.red(verdicts).isEmpty, "\(Self.story(verdicts, []))")
  }

  @Test("what is asked of a fixture alone is little, and its own promise always")
  func alone() {
    let asked = BreakingCatalogue.all.map { fixture in
      (fixture, Self.promises(for: fixture).map(\.id))
    }
    for (fixture, promises) in asked {
      #expect(promises.contains(fixture.promise))
      #expect(fixture.alsoBreaks.keys.allSatisfy { promises.contains($0) })
    }
    #expect(asked.reduce(0) { $0 + $1.1.count } < 2 * BreakingCatalogue.all.count)
  }

  private static func verdicts(
    of promises: [Promise], with changes: [SandboxChange]
  ) async throws -> [Verdict] {
    let shared = try shared.get()
    let launcher = try Suites.sandbox(shared.ground, changes: changes, spawner: shared.spawner)
    let run = ConformanceRun(launcher, controls: shared.controls, on: shared.ground, width: 2)
    return await run.verdicts(of: promises)
  }

  private static func red(_ verdicts: [Verdict]) -> [Verdict] {
    verdicts.filter { ![.passed, .skipped].contains($0.outcome) }
  }

  private static func story(_ verdicts: [Verdict], _ expected: Set<String>) -> String {
    let red = red(verdicts)
    return verdicts.filter { expected.contains($0.promise.id) || red.contains($0) }.map {
      "\($0.promise.id) \($0.outcome.rawValue): \($0.reason)"
    }.joined(separator: "\n")
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
