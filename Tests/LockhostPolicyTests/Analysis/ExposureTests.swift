// SPDX-License-Identifier: MIT

import Testing

@testable import LockhostPolicy

@Suite("Exposure") struct ExposureTests {
  private func score(_ policy: Policy) throws -> Double {
    Exposure(of: try policy.resolved()).score
  }

  /// Every single grant that a policy can have.
  private static let grants: [Policy.Statement] =
    Intent.all.map { .allow($0, because: $0.isDangerous ? "for the test" : nil) }
    + Syscall.all.map {
      .admit(
        syscall: $0.name,
        because: $0.needsReason(unconditional: true) ? "for the test" : nil)
    }

  @Test("nothing granted is 0, everything granted is 10")
  func ends() throws {
    #expect(try score(Policy(name: "none")) == 0)
    #expect(abs(try score(Policy(name: "all", statements: Self.grants)) - 10) < 1e-9)
    #expect(Exposure.Rating(0) == .locked && Exposure.Rating(10) == .open)
  }

  @Test("the built-in policies are in the order that one expects, far from open")
  func order() throws {
    let scores = try ["base", "compute", "control", "capture", "app", "program"].map {
      try score(try Policy.builtIn($0))
    }
    #expect(scores == scores.sorted())
    #expect(Set(scores).count == scores.count)
    #expect(scores[3] < 2 && scores[5] < 4)
  }

  @Test("no grant lowers any item, whatever it is added to", arguments: Policy.builtInNames)
  func monotone(name: String) throws {
    let policy = try Policy.builtIn(name)
    let before = Exposure(of: try policy.resolved())
    for grant in Self.grants {
      var wider = policy
      // A call that the policy refuses by its name cannot be admitted by it, but by a policy around it.
      wider.statements = [.include(name), grant]
      let after = Exposure(of: try wider.resolved())
      for (one, other) in zip(before.items, after.items) {
        #expect(one.admitted <= other.admitted, "\(one.id) with \(grant.text)")
      }
      #expect(before.score <= after.score)
    }
  }

  @Test("adding grants one after the other never lowers it")
  func chain() throws {
    var generator = SeededGenerator(seed: 3)
    var policy = Policy(name: "t")
    var last = 0.0
    for grant in Self.grants.shuffled(using: &generator) {
      policy.statements.append(grant)
      let next = try score(policy)
      #expect(next >= last, "\(grant.text)")
      last = next
    }
  }

  @Test("every item has calls that are understood, sentences, and something to do")
  func items() throws {
    var ids: Set<String> = []
    for item in ExposureItem.all {
      #expect(ids.insert(item.id).inserted)
      #expect(item.probes.count == item.expectedProbes, "\(item.id)")
      #expect(!item.good.isEmpty && !item.bad.isEmpty && !item.fix.isEmpty)
    }
  }

  @Test("dangerous grants stand with their reasons")
  func grants() throws {
    let rules = try Policy(
      parsing: "policy t\nallow host-network because \"fetches map tiles\""
    ).resolved()
    #expect(Exposure(of: rules).grants.map(\.reason) == ["fetches map tiles"])
    #expect(Exposure(of: rules).items.contains { $0.id == "network" && !$0.isGood })
  }
}
