// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostDevice
import LockhostTesting
import Testing

/// Host, guest or app killed at random moments of capture, hand-over, import and invalidation.
///
/// `Scripts/torture` runs it with another seed and count.
@Suite(
  "Torture", .enabled(if: Fixtures.areBuilt("CameraSample"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(120)))
struct TortureTests {
  private static func number(_ name: String, otherwise: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? otherwise
  }

  @Test("loses no finished file and doubles none, and leaves no process and no half state")
  func moments() async throws {
    let seed = Self.number("LOCKHOST_TORTURE_SEED", otherwise: 20_260_518)
    let count = Self.number("LOCKHOST_TORTURE_MOMENTS", otherwise: 25)
    var torture = try Torture(seed: seed)
    for _ in 0..<count {
      try await torture.kill()
      guard torture.problems.isEmpty else { break }
    }
    try await torture.settle()
    #expect(torture.problems.isEmpty, "seed \(seed): \(torture.problems.joined(separator: "\n"))")
    #expect(torture.finished.count >= count / 5, "too little was captured to say anything")
    if ProcessInfo.processInfo.environment["LOCKHOST_TORTURE_MOMENTS"] != nil {
      print("torture: \(torture.summary)")
    }
  }
}
