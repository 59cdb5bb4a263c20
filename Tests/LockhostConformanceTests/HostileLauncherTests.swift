// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostConformance
import LockhostSandbox
import LockhostTesting
import Testing

/// Launchers and probes that hang, crash, fork, flood and lie.
@Suite("Hostile launchers and probes", .timeLimit(.minutes(3)))
struct HostileLauncherTests {
  private static let socket = Suites.promise(
    ProbeCall("socket-inet", accepts: Acceptance.byFilter, deadline: .seconds(2)))

  private func verdict(
    _ script: String, of promise: Promise = socket
  ) async throws -> Verdict {
    try await Suites.run(["sh", "-c", script, "sh", "{probe}"]).verdict(of: promise)
  }

  private func expectInconclusive(
    _ script: String, _ reason: String, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let verdict = try await verdict(script)
    #expect(verdict.outcome == .inconclusive, sourceLocation: location)
    #expect(verdict.reason.contains(reason), "\(verdict.reason)", sourceLocation: location)
  }

  @Test("one that hangs before the probe begins is inconclusive")
  func hanging() async throws {
    try await expectInconclusive("exec sleep 1000", "nothing began in time")
  }

  @Test("one that hangs in spite of every polite signal is killed with all that it started")
  func stubborn() async throws {
    let mark = "stubborn-\(UUID().uuidString)"
    try await expectInconclusive(
      "trap '' TERM INT HUP; (trap '' TERM; setsid sh -c 'sleep 1000; : \(mark)') & sleep 1000; : \(mark)",
      "nothing began in time")
    #expect(try Self.processes(mentioning: mark).isEmpty)
  }

  @Test("one that crashes is inconclusive")
  func crashing() async throws {
    try await expectInconclusive("kill -SEGV $$", "signal 11")
  }

  @Test("one that exits without starting the probe is inconclusive, with its own words")
  func leaving() async throws {
    try await expectInconclusive("echo no such option >&2; exit 3", "no such option")
  }

  @Test("one that forks for ever is ended, and leaves nothing behind")
  func forking() async throws {
    let mark = "forking-\(UUID().uuidString)"
    try await expectInconclusive(
      "for i in 1 2 3 4 5 6 7 8 9 10; do (setsid sh -c 'sleep 1000; : \(mark)' &) ; done; sleep 1000",
      "nothing began in time")
    #expect(try Self.processes(mentioning: mark).isEmpty)
  }

  @Test("one that floods both streams is not believed, and costs no memory")
  func flooding() async throws {
    try await expectInconclusive("yes & exec yes >&2", "nothing began in time")
  }

  @Test("a line that was written beforehand is not believed")
  func lyingBeforehand() async throws {
    try await expectInconclusive(
      "echo 'lockhost-probe/1 0123456789abcdef 0123456789abcdef socket-inet refused EPERM no'",
      "no probe's")
  }

  @Test("a line with this run's nonce and a proof of its own is not believed")
  func lyingWithNonce() async throws {
    try await expectInconclusive(
      "echo \"lockhost-probe/1 $3 0123456789abcdef socket-inet begin - -\";"
        + " echo \"lockhost-probe/1 $3 0123456789abcdef socket-inet refused EPERM no\"",
      "no probe's")
  }

  @Test("two answers are none")
  func contradicting() async throws {
    try await expectInconclusive(
      "\"$@\"; unshare --net true 2>/dev/null; echo \"lockhost-probe/1 $3 x socket-inet refused EPERM no\"",
      "no probe's")
  }

  @Test("another probe's answer is not this one's")
  func exchanging() async throws {
    try await expectInconclusive("\"$1\" \"$2\" \"$3\" open /nonexistent", "another probe")
  }

  @Test("a refusal that a canary contradicts is a failure, whatever the probe says")
  func contradictedByCanary() async throws {
    let promise = Suites.promise(
      ProbeCall(
        "open", ["{secret-file}"], canaries: [.secretFile, .writableFile],
        accepts: Acceptance.byAbsence))
    // The launcher reads the secret for the probe, which itself finds nothing.
    let verdict = try await verdict(
      "cat \"$5\"; echo; exec \"$1\" \"$2\" \"$3\" \"$4\" /nonexistent", of: promise)
    #expect(verdict.outcome == .failed)
    #expect(verdict.reason.contains("secret"), "\(verdict.reason)")
  }

  @Test("processes that a launcher leaves behind are seen and ended")
  func surviving() async throws {
    let promise = Suites.promise(
      ProbeCall(
        "daemonise", canaries: [.survivor], accepts: Acceptance.done,
        control: .none(because: "it is a test")))
    let verdict = try await Suites.run(["{probe}"].map { $0 }).verdict(of: promise)
    #expect(verdict.outcome == .skipped, "what may do harm is not tried without a launcher")
    let left = try await self.verdict("exec \"$@\"", of: promise)
    #expect(left.outcome == .failed)
    #expect(left.reason.contains("still there"), "\(left.reason)")
  }

  @Test(
    "a probe that hangs, dies, exits or floods in lockhost's own sandbox does not hold up the run")
  func hostileProbes() async throws {
    let run = try Suites.run()
    func answer(_ probe: String, _ arguments: String...) async -> Answer? {
      let call = ProbeCall(
        probe, arguments, accepts: Acceptance.done, control: .none(because: "it is a test"),
        deadline: .seconds(2))
      return await run.verdict(of: Suites.promise(call)).results.first?.inside
    }
    #expect(await answer("sleep") == .late)
    #expect(await answer("exit", "3") == .died(signal: 0))
    // Refused calls without end are a flood, which the listener ends.
    let forked = await answer("fork-for-ever")
    #expect(forked == .died(signal: 31) || forked == .late, "\(String(describing: forked))")
    #expect(
      await answer("no-such-probe").map { if case .notStarted = $0 { true } else { false } } == true
    )
    let said = await answer("say", "lockhost-probe/1", "x", "y", "say", "done", "-", "z")
    #expect(
      said.map { if case .unbelievable = $0 { true } else { false } } == true,
      "\(String(describing: said))")
  }

  private static func processes(mentioning mark: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int32($0) != nil }
      .compactMap { FileManager.default.contents(atPath: "/proc/\($0)/cmdline") }
      .map { String(decoding: $0, as: UTF8.self) }
      .filter { $0.contains(mark) }
  }
}
