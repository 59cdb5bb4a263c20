// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostTesting
import Testing

/// The context of an intent between real processes: limits, both sides at once, kill -9, latency.
@Suite(
  "Contexts", .enabled(if: Fixtures.areBuilt("Misbehaving"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct ContextTests {
  private static let application = "org.lockhost.Misbehaving"

  private func store(_ phone: Phone) throws -> DeviceStore {
    try DeviceStore.open(root: phone.state)
  }

  private func stored(_ phone: Phone) throws -> [UInt8]? {
    try store(phone).contexts.get(application: Self.application, intent: "ContextIntent")
  }

  @Test("4,096 bytes pass; 4,097 fail with the size and the largest keys; nil clears")
  func limits() async throws {
    let result = try await Phone().launch(
      behaviour: "sets-contexts", "wait ready; press camera-control; sleep 3s; dismiss")
    #expect(result.run.errors.contains("context 4096: kept true"), "\(result.transcript)")
    #expect(
      result.run.errors.contains(
        "context 4097: the appContext is 4097 bytes as JSON; the limit is 4096 bytes. "
          + "The largest keys: text ("), "\(result.transcript)")
    #expect(result.run.errors.contains("context cleared: true"), "\(result.transcript)")
  }

  @Test("what one side sets is what the other gets next, while both run, and after a restart")
  func bothSides() async throws {
    let phone = try Phone()
    let app = try MisbehavingApp.bundle("watches-context", in: phone.scratch)
    try Data("talks\n".utf8).write(to: URL(fileURLWithPath: app + "/behaviour"))
    let extensionRun = try phone.start([
      "launch", app, "--locked", "--do", "wait ready; press camera-control; wait end",
    ])
    let watches = await Waiting.until(within: .seconds(30)) {
      extensionRun.errors.contains("contexts: watching")
    }
    #expect(watches, "\(extensionRun.errors)")
    let appRun = try phone.start([
      "launch", app, "--unlocked", "--from", "app-icon", "--do", "wait ready; wait end",
    ])
    let answered = await Waiting.until(within: .seconds(30)) {
      appRun.errors.contains("app saw 2")
    }
    #expect(answered, "\(appRun.errors)\n\(extensionRun.errors)")
    #expect(extensionRun.errors.contains("context: 1"), "\(extensionRun.errors)")
    for program in [appRun, extensionRun] {
      try program.signal(SIGINT)
      _ = await program.finish(within: .seconds(30))
    }
    // Another launch finds what was set last.
    let again = try await phone.launch(
      app, "wait ready; press camera-control; sleep 2s; dismiss")
    #expect(again.run.errors.contains("context: 2"), "\(again.transcript)")
  }

  @Test("a host that is killed while contexts are written leaves a whole one, at any moment")
  func killed() async throws {
    let phone = try Phone()
    let app = try MisbehavingApp.bundle("floods-context", in: phone.scratch)
    var generator = SeededGenerator(seed: 0x10C4_4057)
    var sizes: Set<Int> = []
    for round in 0..<8 {
      let program = try phone.start([
        "launch", app, "--locked", "--do", "wait ready; press camera-control; wait end",
      ])
      let floods = await Waiting.until(within: .seconds(30)) {
        program.errors.contains("contexts: flooding")
      }
      #expect(floods, "round \(round): \(program.errors)")
      try await Task.sleep(for: .microseconds(Int.random(in: 0..<40_000, using: &generator)))
      try program.signal(SIGKILL)
      _ = await program.finish(within: .seconds(30))
      let bytes = try #require(try stored(phone), "round \(round): no context")
      struct Context: Decodable {
        let number: Int
        let text: String
      }
      let context = try JSONDecoder().decode(Context.self, from: Data(bytes))
      let whole = String(repeating: "\(context.number) ", count: 1 + context.number % 300)
      #expect(context.text == whole, "round \(round)")
      sizes.insert(bytes.count)
    }
    #expect(!sizes.isEmpty)
    // The next start removes what a killed writer left beside it.
    _ = try await phone.launch(app, "wait ready; dismiss")
    let folder = phone.state + "/devices/default/contexts/" + Self.application
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["ContextIntent.json"])
  }

  @Test("a slow context is a flag and a step, and holds back answers only")
  func latency() async throws {
    let slow = try await Phone().launch(
      behaviour: "times-context", "wait ready; press camera-control; sleep 4s; dismiss",
      flags: ["--fault", "slow-context=2s"])
    #expect(slow.run.errors.contains("context after two seconds"), "\(slow.transcript)")
    let changed = try await Phone().launch(
      behaviour: "times-context",
      "wait ready; fault slow-context 0s; press camera-control; sleep 1s; dismiss",
      flags: ["--fault", "slow-context=60s"])
    #expect(changed.run.errors.contains("context after no time"), "\(changed.transcript)")
  }
}
