// SPDX-License-Identifier: MIT

import LockhostConformance
import LockhostPolicy
import LockhostSandbox
import LockhostTesting
import Testing

/// The suite against lockhost's own sandbox.
@Suite("lockhost keeps its promises", .serialized, .timeLimit(.minutes(10)))
struct CaptureTests {
  private static func story(_ verdicts: [Verdict]) -> String {
    verdicts.map { "\($0.promise.id) \($0.outcome.rawValue): \($0.reason)" }.joined(separator: "\n")
  }

  @Test("at tier full every promise is kept, and none is inconclusive")
  func full() async throws {
    let verdicts = try await Suites.run().verdicts(of: PromiseCatalogue.all)
    let others = verdicts.filter { ![.passed, .skipped, .reported].contains($0.outcome) }
    #expect(others.isEmpty, "\(Self.story(others))")
    #expect(verdicts.count == PromiseCatalogue.all.count)
    let unattributed = verdicts.filter { $0.outcome == .passed && $0.layers.isEmpty }
    #expect(unattributed.isEmpty, "\(Self.story(unattributed))")
  }

  @Test("with its layer taken away each answer flips")
  func ablation() async throws {
    var run = try Suites.run()
    run.ablates = true
    let promises = PromiseCatalogue.all.filter { $0.calls.contains { !$0.ablation.isEmpty } }
    let verdicts = await run.verdicts(of: promises)
    let others = verdicts.filter { ![.passed, .skipped].contains($0.outcome) }
    #expect(others.isEmpty, "\(Self.story(others))")
  }

  @Test("the verdicts of three parts are those of the whole")
  func shards() async throws {
    var selection = PromiseSelection()
    selection.groups = ["NET", "FILE", "WORK"]
    let whole = try await Suites.run().verdicts(of: try selection.promises())
    var parts: [Verdict] = []
    for number in 1...3 {
      selection.shard = try Shard(parsing: "\(number)/3")
      parts += try await Suites.run().verdicts(of: try selection.promises())
    }
    func facts(_ verdicts: [Verdict]) -> Set<String> {
      Set(
        verdicts.map { verdict in
          let calls = verdict.results.map { "\($0.inside.text) \($0.layers)" }
          return
            "\(verdict.promise.id) \(verdict.outcome) \(verdict.layers.map(\.rawValue).sorted()) \(calls)"
        })
    }
    #expect(parts.count == whole.count)
    #expect(
      Set(parts.map { "\($0.promise.id) \($0.outcome)" })
        == Set(whole.map { "\($0.promise.id) \($0.outcome)" }))
    #expect(facts(parts).count == facts(whole).count)
  }

  @Test("a policy that was loosened fails the promise that it breaks")
  func loosenedPolicy() async throws {
    var policy = Policy.capture
    policy.statements += try Policy(
      parsing: "policy added\nsocket: domain == AF_INET\n"
    ).statements
    let run = try Suites.run(base: SandboxBase(policy: policy))
    let promise = try #require(PromiseCatalogue.promise("LH-NET-001"))
    #expect(await run.verdict(of: promise).outcome == .failed)
    let work = PromiseCatalogue.all.filter { $0.kind == .work }
    let verdicts = await run.verdicts(of: work)
    let others = verdicts.filter { ![.passed, .skipped].contains($0.outcome) }
    #expect(others.isEmpty, "\(Self.story(others))")
  }

  @Test("without a sandbox every refusal that is tried fails")
  func none() async throws {
    let verdicts = try await Suites.run(["{probe}"]).verdicts(
      of: PromiseCatalogue.all.filter { $0.kind == .refusal })
    let passed = verdicts.filter { $0.outcome == .passed }
    #expect(passed.isEmpty, "\(Self.story(passed))")
  }
}
