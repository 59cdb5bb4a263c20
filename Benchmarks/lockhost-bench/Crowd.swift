// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSandbox
import LockhostSystem
import Synchronization

/// Many guests that do nothing.
enum Crowd {
  /// Starts so many guests, and says what each holds, and how late its watchdog is while both
  /// processors are busy.
  static func measure(count: Int) async throws -> Measurement {
    var measurement = Measurement()
    let loop = try EventLoop(name: "lockhost-bench")
    let spawner = try Spawner(loop: loop)
    let guest = try Launches.guest("sleep", "600")
    let begun = MonotonicInstant.now
    var guests: [GuestProcess] = []
    for _ in 0..<count { guests.append(try await spawner.launch(guest)) }
    measurement.note("start", begun.duration(to: .now))
    measurement.numbers["guests"] = Double(count)
    measurement.numbers["alive"] = Double(guests.count { !$0.initialProcess.hasExited })
    measurement.numbers["bytesOfGuest"] = average(guests.compactMap(\.identifier))
    measurement.numbers["bytesOfInitialProcess"] = average(
      guests.compactMap(\.identifier).compactMap(parent))
    measurement.numbers["bytesOfBareProgram"] = try await bare(count: min(count, 20))
    for lateness in await watchdogs(of: guests, on: loop) { measurement.note("lateness", lateness) }
    return measurement
  }

  /// What the same program holds without a sandbox.
  private static func bare(count: Int) async throws -> Double {
    let processes = try (0..<count).map { _ in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: try Bare.probePath())
      process.arguments = ["sleep", "600"]
      // Whoever reads what this program says would wait for them too.
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      return process
    }
    // Foundation returns before the program runs.
    try await Task.sleep(for: .milliseconds(200))
    defer { for process in processes { Glibc.kill(process.processIdentifier, SIGKILL) } }
    return average(processes.map(\.processIdentifier))
  }

  /// The proportional set size (`proc_pid_smaps_rollup(5)`), on average.
  private static func average(_ processes: [Int32]) -> Double {
    let sizes = processes.compactMap { process -> Double? in
      let path = "/proc/\(process)/smaps_rollup"
      guard let text = try? String(contentsOfFile: path, encoding: .utf8),
        let line = text.split(separator: "\n").first(where: { $0.hasPrefix("Pss:") }),
        let kibibytes = line.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
      else { return nil }
      return kibibytes * 1024
    }
    return sizes.isEmpty ? 0 : sizes.reduce(0, +) / Double(sizes.count)
  }

  /// A guest's parent is pid 1 of its sandbox.
  private static func parent(of process: Int32) -> Int32? {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("PPid:") }
    return line?.split(separator: "\t").last.flatMap { Int32($0) }
  }

  /// Gives each guest a deadline of its own, and kills it then.
  private static func watchdogs(
    of guests: [GuestProcess], on loop: EventLoop
  ) async -> [Duration] {
    let first = MonotonicInstant.now.advanced(by: .seconds(1))
    let lateness = Lateness()
    for (number, guest) in guests.enumerated() {
      let due = first.advanced(by: .milliseconds(4 * number))
      _ = loop.schedule(at: due) {
        lateness.note(due.duration(to: .now))
        try? guest.kill()
      }
    }
    let busy = BusyProcessors(2)
    for guest in guests { _ = await guest.exit() }
    busy.stop()
    return lateness.all
  }

  /// What the watchdogs note, on their loop.
  private final class Lateness: Sendable {
    private let durations = Mutex<[Duration]>([])

    var all: [Duration] { durations.withLock { $0 } }

    func note(_ duration: Duration) { durations.withLock { $0.append(duration) } }
  }
}
