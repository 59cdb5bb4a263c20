// SPDX-License-Identifier: MIT

import Foundation
import LockhostSandbox
import LockhostSystem
import Testing

@Suite("How long a launch takes")
struct SpeedTests {
  @Test(
    "the median of two hundred, step by step",
    .enabled(
      if: ProcessInfo.processInfo.environment["LOCKHOST_MEASURE"] != nil,
      "a measurement, for an idle machine: set LOCKHOST_MEASURE"))
  func median() async throws {
    let spawner = try Spawner()
    var totals: [Duration] = []
    var requests: [Duration] = []
    var steps: [LaunchStep: [Duration]] = [:]
    for _ in 0..<220 {
      let guest = try await spawner.launch(try Guests.probe("exit"))
      _ = await guest.exit()
      totals.append(guest.times.spawned.duration(to: guest.times.executed))
      requests.append(guest.times.requested.duration(to: guest.times.executed))
      for (step, duration) in guest.times.durations { steps[step, default: []].append(duration) }
    }
    func median(_ durations: [Duration]) -> Int64 {
      durations.dropFirst(20).sorted()[100].wholeMicroseconds
    }
    print("spawned to executed: \(median(totals)) µs")
    print("requested to executed: \(median(requests)) µs")
    for (step, durations) in steps.sorted(by: { $0.key < $1.key }) {
      print("  \(step): \(median(durations)) µs")
    }
    #expect(median(totals) < 3000)
  }
}
