// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostTesting
import Testing

/// Guests that attack what is around them.
///
/// One at a time: each takes all it can get.
@Suite(
  "Hostile guests", .serialized,
  .enabled(if: Fixtures.areBuilt("Misbehaving"), "\(Fixtures.hint)"), .timeLimit(.minutes(10)))
struct HostileGuestTests {
  static let press = "wait ready; press camera-control; sleep 2s; dismiss"

  /// Launches, and checks what holds for every end: typed, wiped, nothing left, a host that stood.
  private func launch(
    _ behaviour: String, _ script: String = press, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> (result: LaunchResult, record: ExitRecord) {
    let result = try await Phone().launch(behaviour: behaviour, script, within: .seconds(60))
    let record = try result.record(sourceLocation: sourceLocation)
    #expect(record.container.wiped, "\(result.transcript)", sourceLocation: sourceLocation)
    #expect(record.reason != .hostError, "\(result.transcript)", sourceLocation: sourceLocation)
    #expect(record.timeline.dead != nil, sourceLocation: sourceLocation)
    if case .exited = result.run.end {
    } else {
      Issue.record(
        "the host did not end by itself: \(result.run.end)", sourceLocation: sourceLocation)
    }
    await result.expectNothingLeft(sourceLocation: sourceLocation)
    return (result, record)
  }

  @Test("a denied socket is EPERM to the guest and stands in the record")
  func socket() async throws {
    let (result, record) = try await launch("calls-socket")
    #expect(result.run.status == 0, "\(result.transcript)")
    #expect((result.run.output + result.run.errors).contains("socket: -1, errno 1"))
    let violation = try #require(record.violations.first { $0.syscall == "socket" })
    #expect(violation.arguments.first == "AF_INET")
    #expect(violation.count == 1)
    #expect(violation.action.contains("EPERM"))
    #expect(violation.thread ?? 0 > 0)
    #expect(violation.first ?? 0 > record.timeline.ready ?? .max)
    // What `lockhost build` makes has lines; the one that calls is the author's, whatever is between.
    let source = try SourceTree.text(
      "Tests/Fixtures/Misbehaving/Sources/MisbehavingCapture/Acts.swift")
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains("socket(AF_INET") }) + 1
    #expect(violation.source == "Acts.swift:\(line)")
    #expect(result.run.output.contains("at Acts.swift:\(line)"), "\(result.transcript)")
  }

  @Test("a flood of refused calls ends the guest")
  func socketFlood() async throws {
    let (result, record) = try await launch(
      "calls-socket-in-a-loop", "wait ready; press camera-control; wait end")
    #expect(record.reason == .violation, "\(result.transcript)")
    #expect(result.run.status == 159)
  }

  @Test("children cannot be made")
  func forks() async throws {
    let (result, record) = try await launch("forks")
    let printed = result.run.output + result.run.errors
    #expect(printed.contains("forked: 0") || record.reason == .violation, "\(result.transcript)")
  }

  @Test("a second program cannot be executed")
  func executes() async throws {
    let (result, record) = try await launch("executes")
    let printed = result.run.output + result.run.errors
    #expect(
      printed.contains("execve: errno") || record.reason == .violation, "\(result.transcript)")
  }

  @Test(
    "what a guest takes too much of ends at a limit, and the host stands",
    arguments: [
      "allocates", "floods-output", "fills-container", "fills-session-content",
      "many-session-files",
      "floods-wire", "garbage-on-wire", "deep-message", "unknown-route", "apps-route",
      "passes-descriptors", "passes-unsealed-photo", "closes-wire",
    ])
  func bounded(behaviour: String) async throws {
    _ = try await launch(behaviour)
  }

  @Test("a guest that never reads does not stop the host")
  func neverReads() async throws {
    let (result, record) = try await launch("never-reads", "wait end")
    #expect(record.reason == .watchdog || record.reason == .limit, "\(result.transcript)")
  }

  @Test("what is odd in the session's folder is not handed over, and is named")
  func oddFiles() async throws {
    let (result, record) = try await launch("odd-session-content")
    #expect(
      (result.run.output + result.run.errors).contains("odd files: done"), "\(result.transcript)")
    let folder = try #require(record.sessionContent.path)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.contains("plain.txt"))
    for name in names where !name.contains("\u{FFFD}") {
      let type = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.type]
      #expect(
        [.typeRegular, .typeDirectory].contains(type as? FileAttributeType ?? .typeUnknown),
        "\(name)")
    }
    #expect(!names.contains("passwd"))
    #expect(!names.contains("root"))
    #expect(!names.contains("pipe"))
    #expect(record.sessionContent.refusedCount > 0)
  }
}
