// SPDX-License-Identifier: MIT

import Foundation
import LockhostSystem
import LockhostTesting
import Testing

/// That every part of `make bench` measures what it says; nothing is held to a time.
@Suite("Benchmarks", .serialized, .timeLimit(.minutes(5)))
struct BenchmarkTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func run(_ part: String, _ arguments: String...) async throws -> ProgramRun {
    try await ProgramRun.run(
      SourceTree.path("Benchmarks/\(part)"), arguments, within: .seconds(240))
  }

  private func object(_ name: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: scratch.path(name)))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test(
    "figures has every row, a crowd that lives, and a picture of a launch",
    .enabled(if: Fixtures.areBuilt("CameraSample"), "\(Fixtures.hint)"))
  func figures() async throws {
    let done = try await run(
      "figures", try ProgramFolder.path(), "--quick", "--app", try Fixtures.app("CameraSample"),
      "--json", scratch.path("figures.json"), "--svg", scratch.path("launch.svg"))
    #expect(done.status == 0, "\(done.output)\(done.errors)")
    let whole = try object("figures.json")
    let rows = try #require(whole["figures"] as? [[String: Any]])
    let names = Set(rows.compactMap { $0["what"] as? String })
    for part in [
      "request to first instruction", "ready, request to scene", "button press",
      "kill of a session",
      "watchdog of a crowd",
    ] {
      #expect(names.contains { $0.contains(part) }, "\(names)")
    }
    let numbers = try #require(whole["numbers"] as? [String: Double])
    #expect(numbers["crowd.alive"] == 20 && numbers["crowd.guests"] == 20)
    #expect((numbers["rate.launchesPerSecond"] ?? 0) > 0)
    let picture = try String(contentsOfFile: scratch.path("launch.svg"), encoding: .utf8)
    #expect(picture.hasPrefix("<svg") && picture.hasSuffix("</svg>\n"))
    #expect(picture.components(separatedBy: "<rect").count > 5)
  }

  @Test("counted counts the calls of a launch and of short commands")
  func counted() async throws {
    let done = try await run(
      "counted", try ProgramFolder.path(), "--quick", "--json", scratch.path("counts.json"))
    #expect(done.status == 0, "\(done.output)\(done.errors)")
    let counts = try object("counts.json")
    for name in ["callsPerLaunch", "callsOfExec", "callsOfState", "faultsOfExec"] {
      #expect((counts[name] as? Double ?? 0) > 50, "\(counts)")
    }
  }

  @Test("calls times a call without a filter, under the smallest, and under lockhost's")
  func calls() async throws {
    let done = try await run(
      "calls", try ProgramFolder.path(of: "lockhost"), "--turns", "1", "--json",
      scratch.path("calls.json"))
    #expect(done.status == 0, "\(done.output)\(done.errors)")
    let ways = try #require(try object("calls.json")["nanoseconds"] as? [String: [String: Double]])
    #expect(Set(ways.keys) == ["no filter", "smallest filter", "capture", "program"])
    #expect(ways.values.allSatisfy { $0.values.allSatisfy { $0 > 0 } })
  }

  @Test(
    "a frame is written once in the host, and one of a still picture never, by the kernel's count",
    .enabled(if: CurrentUser.isRoot, "the kernel counts for root only"))
  func copies() async throws {
    let done = try await ProgramRun.run(
      ProgramFolder.path(of: "lockhost-bench"), ["frame-delivery", "1"], within: .seconds(120))
    #expect(done.status == 0, "\(done.output)\(done.errors)")
    let told = try #require(
      try JSONSerialization.jsonObject(with: Data(done.output.utf8)) as? [String: Any])
    let series = try #require(told["microseconds"] as? [String: [Double]])
    for name in ["delivery", "copy", "frameCopy", "handOver", "still.delivery"] {
      #expect(series[name]?.isEmpty == false, "\(name)")
    }
    let numbers = try #require(told["numbers"] as? [String: Double])
    guard numbers["copies.photo.BGRA"] != nil else {
      print("not counted: the kernel is older than 6.7")
      return
    }
    // A page more here and there: the messages, and what this counting itself writes.
    for (name, range) in [
      ("photo.BGRA", 0..<0.2), ("pattern.BGRA", 0.99..<1.2), ("motionJPEG.BGRA", 0.99..<2.3),
    ] {
      let copies = try #require(numbers["copies.\(name)"])
      #expect(range.contains(copies), "\(name): \(copies)")
    }
  }
}
