// SPDX-License-Identifier: MIT

import CLinux
import LockhostSandbox
import LockhostSystem
import Testing

@Suite("Launching a guest")
struct LaunchTests {
  let spawner: Spawner

  init() throws { spawner = try #require(Guests.spawner) }

  @Test("a program runs, and its code and its words come back")
  func runs() async throws {
    let guest = try await spawner.launch(try Guests.program("lockhost-spawn", []))
    #expect(try guest.standardError.readToEnd().contains("started by lockhost"))
    #expect(await guest.exit().status == .exited(64))
    for (step, duration) in guest.times.durations { print(step, duration.wholeMicroseconds) }
    print("spawned to executed", guest.times.spawned.duration(to: guest.times.executed))
  }
}
