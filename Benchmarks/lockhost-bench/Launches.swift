// SPDX-License-Identifier: MIT

import Glibc
import LockhostPolicy
import LockhostSandbox
import LockhostSystem

/// Launches through the library, with all that a capture extension's sandbox has.
enum Launches {
  /// The probe as a guest under the policy `capture`.
  static func guest(_ words: String...) throws -> GuestSpecification {
    let path = try Bare.probePath()
    let limits = GuestSpecification.Limits()
    let filter = try FilterCompiler.compile(
      try Policy.builtIn("capture"), executable: UInt32(limits.openFiles))
    var guest = GuestSpecification(
      executable: .init(source: .init(path: path), path: "/program"),
      arguments: ["lockhost-probe"] + words,
      identity: CurrentUser.isRoot ? .unprivileged(user: 730_001, group: 730_001) : .own,
      filter: .init(program: filter.bytes, hasListener: filter.usesListener))
    guest.mounts = [.program(path, at: "/program")]
    guest.workingDirectory = "/container"
    return guest
  }

  /// One launch after the other, each waited for; the first, which starts the spawner, not counted.
  static func each(count: Int, spare: Spawner.Spare = .none) async throws -> Measurement {
    var measurement = Measurement()
    let spawner = try Spawner(spare: spare)
    let guest = try guest("--help")
    for number in 0...count {
      // As between two requests of people: what is made for the next launch is made.
      if spare == .kept { try await Task.sleep(for: .milliseconds(20)) }
      let begun = MonotonicInstant.now
      let process = try await spawner.launch(guest)
      let executed = process.times.executed
      let returned = MonotonicInstant.now
      _ = await process.exit()
      guard number > 0 else { continue }
      measurement.note("executed", begun.duration(to: executed))
      measurement.note("returned", begun.duration(to: returned))
      measurement.note("dead", begun.duration(to: .now))
      for (step, duration) in process.times.durations {
        measurement.note("step.\(step)", duration)
      }
    }
    return measurement
  }

  /// Two at a time, as fast as they come.
  static func sustained(count: Int) async throws -> Measurement {
    let spawner = try Spawner()
    let guest = try guest("--help")
    _ = await (try await spawner.launch(guest)).exit()
    let begun = MonotonicInstant.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<2 {
        group.addTask {
          for _ in 0..<(count / 2 + worker * (count % 2)) {
            _ = await (try await spawner.launch(guest)).exit()
          }
        }
      }
      try await group.waitForAll()
    }
    let (seconds, attoseconds) = begun.duration(to: .now).components
    var measurement = Measurement()
    measurement.numbers["launchesPerSecond"] =
      Double(count) / (Double(seconds) + Double(attoseconds) / 1e18)
    return measurement
  }

  /// Kills a guest that sleeps, and waits until all of it is dead.
  static func kill(count: Int) async throws -> Measurement {
    var measurement = Measurement()
    let spawner = try Spawner()
    let guest = try guest("sleep", "60")
    for number in 0...count {
      let process = try await spawner.launch(guest)
      let begun = MonotonicInstant.now
      try process.kill()
      _ = await process.exit()
      if number > 0 { measurement.note("dead", begun.duration(to: .now)) }
    }
    return measurement
  }
}
