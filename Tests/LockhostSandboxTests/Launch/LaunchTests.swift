// SPDX-License-Identifier: MIT

import Foundation
import LockhostSandbox
import LockhostSystem
import Testing

@Suite("Launching a guest")
struct LaunchTests {
  let spawner: Spawner

  init() throws { spawner = try Spawner() }

  @Test("a program runs, with its arguments, and its words and code come back")
  func runs() async throws {
    let guest = try await spawner.launch(try Guests.probe("say", "two", "words"))
    let exit = await guest.exit()
    #expect(try guest.standardOutput.readToEnd() == "two words\n")
    #expect(exit.status == .exited(0))
    #expect(try #require(exit.resources).maximumResidentBytes > 0)
  }

  @Test("a code and a signal are told apart", arguments: [0, 1, 42, 255])
  func codes(_ code: Int32) async throws {
    let outcome = try await spawner.outcome(of: try Guests.probe("exit", "\(code)"))
    #expect(outcome.status == .exited(code))
  }

  @Test("a fatal signal is reported as itself and leaves no core", arguments: [6, 9, 11, 15, 31])
  func signals(_ signal: Int32) async throws {
    let outcome = try await spawner.outcome(of: try Guests.probe("signal", "\(signal)"))
    #expect(outcome.status == .signaled(signal, dumpedCore: false))
  }

  @Test("the times of a launch are those of its steps, in their order")
  func times() async throws {
    let before = MonotonicInstant.now
    let guest = try await spawner.launch(try Guests.probe("exit"))
    let times = guest.times
    #expect(times.requested >= before)
    // The spawner's last step begins beside the first of pid 1.
    let instants = times.steps.filter { $0.key != .identityMap }.sorted { $0.key < $1.key }
      .map(\.value)
    #expect(instants == instants.sorted())
    #expect(try #require(times.steps[.identityMap]) >= times.spawned)
    #expect(times.executed <= .now)
    // The last word of the guest to be is sent before it executes; a first launch starts the spawner and
    // is not announced to it; and what was not asked for.
    var absent: Set<LaunchStep> = [.announced, .execute, .proc, .realIdentity, .paths]
    if Guests.isRoot { absent.insert(.sources) }
    #expect(Set(LaunchStep.allCases).subtracting(times.steps.keys) == absent)
    _ = await guest.exit()
  }

  @Test("the guest's own number is known while it runs")
  func identifier() async throws {
    let guest = try await spawner.launch(try Guests.probe("sleep"))
    let identifier = try #require(guest.identifier)
    let name = try String(contentsOfFile: "/proc/\(identifier)/cmdline", encoding: .utf8)
    #expect(name.hasPrefix("lockhost-probe"))
    try guest.kill()
    #expect(await guest.exit().status == .killed)
    #expect(!Processes.exists(identifier))
  }

  @Test("a dynamic program runs with exactly the files its loader needs")
  func dynamic() async throws {
    let closure = try Self.filesOfLoader(for: "/bin/echo")
    var guest = GuestSpecification(
      executable: .init(source: .init(path: "/bin/echo"), path: "/program"),
      arguments: ["echo", "dynamic"], identity: Guests.identity,
      filter: .init(program: Guests.admitsEverything, hasListener: false))
    guest.mounts = [.program("/bin/echo", at: "/program")]
    // Control: without its loader the kernel cannot start it.
    let failure = await spawner.failure(of: guest)
    #expect(
      failure
        == .launch(step: .execute, index: 0, cause: SystemError(call: "execveat(2)", code: 2)))
    guest.mounts += closure.map { .program($0, at: $0) }
    let outcome = try await spawner.outcome(of: guest)
    #expect(outcome.output == "dynamic\n")
    #expect(outcome.status == .exited(0))
  }

  private static func filesOfLoader(for program: String) throws -> [String] {
    let process = Foundation.Process()
    process.executableURL = URL(filePath: "/usr/bin/ldd")
    process.arguments = [program]
    let pipe = Foundation.Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").compactMap { line in
      line.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("/") }.map(String.init)
    }
  }

  @Test("every tier was tried, and each that does not work says why")
  func tiers() async throws {
    let trials = await SandboxTier.available(with: spawner)
    #expect(trials.map(\.tier) == [.full, .noUserNamespace, .floor])
    #expect(trials[0].works)
    #expect(trials[1].works == Guests.isRoot)
    #expect(trials[2].works, "\(trials[2].outcome)")
    for trial in trials where !trial.works {
      guard case .refused(.tierUnavailable(trial.tier, let reason)) = trial.outcome else {
        Issue.record("\(trial.outcome)")
        continue
      }
      #expect(!reason.isEmpty)
    }
  }
}
