// SPDX-License-Identifier: MIT

import Foundation
import LockhostTesting
import Testing

/// Host, guest or app killed, or the disk full, at random moments of capture, hand-over, import and
/// invalidation.
///
/// `Scripts/torture` runs them with another seed and count.
@Suite(
  "Torture", .enabled(if: Fixtures.areBuilt("CameraSample"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(120)))
struct TortureTests {
  @Test("a killed host, guest or app loses no finished file, doubles none, leaves nothing")
  func kills() async throws {
    try await torture(.fromEnvironment) { try Phone() }
  }

  @Test("a full disk loses no finished file, doubles none, leaves nothing")
  func fullDisk() async throws {
    var request = TortureRun.Request.fromEnvironment
    request.victims = [.disk]
    // A tenth of the moments is its part.
    request.count = max(request.count / 10, 6)
    try await torture(request) { try Phone(disk: try await SmallDiskMount(mebibytes: 128)) }
  }

  private func torture(
    _ request: TortureRun.Request, _ phone: () async throws -> Phone
  ) async throws {
    let run = TortureRun(request)
    var phones: [Phone] = []
    for _ in 0..<request.phones { phones.append(try await phone()) }
    try await run.run(on: phones)
    #expect(run.problems.isEmpty, "\(run.verdict)")
    #expect(run.finished >= run.count / 5, "too little was captured to say anything")
  }
}
