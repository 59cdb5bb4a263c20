// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostTesting
import Testing

/// Extensions that fail at their launch again and again.
@Suite("Quarantine") struct QuarantineTests {
  private let minute = 60_000
  private let name = "org.example.camera.capture"

  private func failing(_ times: [Int]) -> Quarantine {
    var quarantine = Quarantine()
    for time in times { quarantine.fail(name, program: "1", because: "SIGSEGV", at: time) }
    return quarantine
  }

  @Test("three failures within five minutes put an extension away for a minute")
  func third() {
    #expect(failing([0, minute]).reason(against: name, program: "1", at: minute + 1) == nil)
    let quarantine = failing([0, minute, 4 * minute])
    #expect(quarantine.reason(against: name, program: "1", at: 5 * minute - 1) != nil)
    #expect(quarantine.reason(against: name, program: "1", at: 5 * minute) == nil)
    #expect(quarantine.reason(against: "another", program: "1", at: 4 * minute) == nil)
  }

  @Test("three failures in a longer time do not")
  func slow() {
    let quarantine = failing([0, 4 * minute, 9 * minute, 13 * minute])
    #expect(quarantine.reason(against: name, program: "1", at: 13 * minute) == nil)
  }

  @Test("each further failure lasts twice as long, up to an hour")
  func backoff() {
    var quarantine = failing([0, 1, 2])
    var now = 2
    for term in [2, 4, 8, 16, 32, 60, 60] {
      now += 2 * 60 * minute
      let until = quarantine.fail(name, program: "1", because: "SIGSEGV", at: now)
      #expect(until == now + term * minute)
    }
  }

  @Test("a person, or a program that was built anew, ends it")
  func lifted() {
    var quarantine = failing([0, 1, 2])
    #expect(quarantine.reason(against: name, program: "2", at: 3) == nil)
    let until = quarantine.fail(name, program: "2", because: "SIGSEGV", at: 3)
    #expect(until == nil)
    quarantine = failing([0, 1, 2])
    let wasKnown = quarantine.forget(name)
    let isKnown = quarantine.forget(name)
    #expect(wasKnown && !isKnown)
    #expect(quarantine.reason(against: name, program: "1", at: 3) == nil)
  }

  @Test("a clock that was set back does not put anybody away for longer")
  func clock() {
    let quarantine = failing([100 * minute, 100 * minute, 0])
    #expect(quarantine.reason(against: name, program: "1", at: 0) == nil)
  }

  @Test("it outlives the process, and a damaged file is none")
  func stored() throws {
    let fixture = try StoreFixture()
    for time in 0..<3 {
      _ = try fixture.store.updateQuarantine {
        $0.fail(name, program: "1", because: "SIGSEGV", at: time)
      }
    }
    let again = try DeviceStore.open(root: fixture.store.root)
    #expect(again.quarantine().reason(against: name, program: "1", at: 3)?.terms == 1)
    try fixture.scratch.write("{", to: "state/devices/default/quarantine.json")
    #expect(again.quarantine() == Quarantine())
  }

  @Test("the decision names the failures, the time that is left, and how to lift it")
  func decision() throws {
    let decision = LaunchDecision.decide(LaunchDecisionTests.input(.locked))
    #expect(decision.target == .extension)
    let entry = try #require(failing([0, 1, 2]).reason(against: name, program: "1", at: 3))
    let refused = decision.quarantined(entry, identifier: name, at: 3)
    #expect(refused.target == .nothing)
    #expect(refused.code == "LH1120")
    let detail = try #require(refused.settledBy?.detail)
    #expect(detail.contains("3 times"))
    #expect(detail.contains("in 60 s"))
    #expect(detail.contains("lockhost quarantine lift \(name)"))
    #expect(refused.rules.count == decision.rules.count + 1)
    #expect(refused.rules.last?.outcome == .notReached)
  }
}
