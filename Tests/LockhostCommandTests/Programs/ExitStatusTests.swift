// SPDX-License-Identifier: MIT

import LockhostDevice
import Testing

@testable import LockhostCommand

@Suite("Exit statuses of sessions")
struct ExitStatusTests {
  private func record(
    _ reason: ExitRecord.Reason, _ change: (inout ExitRecord) -> Void = { _ in }
  ) -> ExitRecord {
    let decision = LaunchDecision(
      target: .extension, requiresAuthentication: false, code: nil, rules: [])
    var record = ExitRecord(session: "s", decision: decision, reason: reason)
    change(&record)
    return record
  }

  @Test("each reason has the status that the manual says")
  func reasons() {
    #expect(ExitStatus.status(of: record(.dismissed)) == 0)
    #expect(ExitStatus.status(of: record(.openedApp)) == 0)
    #expect(ExitStatus.status(of: record(.exited)) == 0)
    #expect(ExitStatus.status(of: record(.exited) { $0.exitStatus = 7 }) == 7)
    #expect(ExitStatus.status(of: record(.watchdog)) == 124)
    #expect(ExitStatus.status(of: record(.violation)) == 159)
    #expect(ExitStatus.status(of: record(.crashed) { $0.signal = 11 }) == 139)
    #expect(ExitStatus.status(of: record(.limit) { $0.signal = 24 }) == 152)
    #expect(ExitStatus.status(of: record(.interrupted)) == 130)
    #expect(ExitStatus.status(of: record(.hostError)) == 125)
    #expect(ExitStatus.status(of: record(.hostError) { $0.timeline.executed = 1 }) == 70)
    #expect(ExitStatus.status(of: record(.notLaunched)) == 0)
    #expect(ExitStatus.status(of: record(.notLaunched) { $0.code = "LH1107" }) == 77)
    #expect(ExitStatus.status(of: record(.notLaunched) { $0.code = "LH1102" }) == 75)
    #expect(ExitStatus.status(of: record(.notLaunched) { $0.code = "LH1101" }) == 65)
  }
}
