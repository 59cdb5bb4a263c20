// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostConformance
import LockhostSandbox
import LockhostTesting
import Testing

/// The suite at the tier where not every promise holds.
@Suite("What does not hold at tier floor is what its page says", .timeLimit(.minutes(5)))
struct FloorTests {
  /// A line of the page's table.
  private struct Line: Hashable {
    let promise: String
    let concerned: String
    let reason: String
  }

  private static func table() throws -> [Line] {
    try SourceTree.text("Docs/Tiers.md").split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("| LH-"), cells.count == 3 else { return nil }
      return Line(promise: cells[0], concerned: cells[1], reason: cells[2])
    }
  }

  @Test("the table is the catalogue's")
  func table() throws {
    let catalogue = PromiseCatalogue.all.compactMap { promise in
      promise.exceptions[.floor].map {
        Line(promise: promise.id, concerned: $0.concerned.rawValue, reason: $0.reason)
      }
    }
    #expect(Set(try Self.table()) == Set(catalogue))
    #expect(PromiseCatalogue.all.allSatisfy { $0.exceptions.keys.allSatisfy { $0 == .floor } })
    // An exception is for probes that the promise has.
    for promise in PromiseCatalogue.all {
      let probes = Set(promise.calls.map(\.probe))
      for exception in promise.exceptions.values {
        #expect(!exception.probes.isEmpty && exception.probes.isSubset(of: probes), "\(promise.id)")
      }
    }
  }

  @Test("a run says so of each of them, and of no other, and is certain of all")
  func run() async throws {
    var expected = Set(
      try Self.table().filter { geteuid() != 0 || $0.concerned == "everybody" }.map(\.promise))
    // Whose own bounding set is empty has nothing there to hand on.
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    if status.contains("CapBnd:\t0000000000000000") { expected.remove("LH-CRED-002") }
    let verdicts = try await Suites.run(tier: .floor).verdicts(of: PromiseCatalogue.all)
    let documented = verdicts.filter { $0.outcome == .documented }.map(\.promise.id)
    #expect(Set(documented) == expected)
    let others = verdicts.filter {
      ![.passed, .skipped, .reported, .documented].contains($0.outcome)
    }
    let story = others.map { "\($0.promise.id) \($0.outcome.rawValue): \($0.reason)" }
    #expect(others.isEmpty, "\(story.joined(separator: "\n"))")
    #expect(verdicts.count == PromiseCatalogue.all.count)
  }
}
