// SPDX-License-Identifier: MIT

import LockhostPolicy
import LockhostSystem
import Testing

@testable import LockhostSandbox

@Suite("Keeping refusals") struct ViolationLogTests {
  private func instant(_ milliseconds: UInt64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: 5_000_000_000 + milliseconds * 1_000_000)
  }

  private func record(
    _ log: inout ViolationLog, _ arguments: [UInt64], number: UInt32 = 41, at milliseconds: UInt64
  ) -> ViolationLog.Outcome {
    log.record(
      SyscallInvocation(number: number, arguments: arguments), refusal: .report(.notPermitted),
      rule: "deny network errno EPERM report", thread: 7, at: instant(milliseconds))
  }

  @Test("calls that differ only in pointers are one")
  func pointers() {
    var log = ViolationLog(limits: ViolationLimits())
    #expect(record(&log, [3, 0x1000, 16], number: 42, at: 0) == .first(0))
    #expect(record(&log, [3, 0x2000, 16], number: 42, at: 1) == .again)
    #expect(record(&log, [4, 0x2000, 16], number: 42, at: 2) == .first(1))
    #expect(log.violations.map(\.call) == ["connect(3, 0x1000, 16)", "connect(4, 0x2000, 16)"])
    #expect(log.violations.map(\.count) == [2, 1])
    #expect(log.violations.first?.lastSeen == instant(1))
  }

  @Test("more kinds than are kept are only counted")
  func bounded() {
    var log = ViolationLog(limits: ViolationLimits(distinct: 3))
    for domain in UInt64(0)..<10 { _ = record(&log, [domain, 1, 0], at: domain) }
    #expect(log.violations.count == 3)
    #expect(log.unlisted == 7)
    #expect(log.total == 10)
    #expect(record(&log, [1, 1, 0], at: 11) == .again)
    #expect(log.violations.map(\.count) == [1, 2, 1])
  }

  @Test("a flood is too many within a second, or too many in all")
  func floods() {
    var fast = ViolationLog(limits: ViolationLimits(perSecond: 5, total: 100))
    let outcomes = (UInt64(0)..<6).map { record(&fast, [2, 1, 0], at: $0) }
    #expect(outcomes == [.first(0), .again, .again, .again, .again, .flood])

    var slow = ViolationLog(limits: ViolationLimits(perSecond: 5, total: 8))
    let paced = (UInt64(0)..<9).map { record(&slow, [2, 1, 0], at: $0 * 300) }
    #expect(paced.dropLast().allSatisfy { $0 != .flood })
    #expect(paced.last == .flood)
  }

  @Test("a number that is no call is shown as a number")
  func numbers() {
    var log = ViolationLog(limits: ViolationLimits())
    _ = record(&log, [1, 2], number: 900, at: 0)
    #expect(log.violations.first?.call == "900(0x1, 0x2, 0x0, 0x0, 0x0, 0x0)")
  }
}
