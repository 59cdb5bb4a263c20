// SPDX-License-Identifier: MIT

import Foundation
import Lockhost
import LockhostDevice
import LockhostServices
import LockhostSystem

/// Whole sessions of the sample's capture extension, in one host that lives through all of them.
enum Sessions {
  /// How often the button is pressed in each; a press has a beginning and an end.
  private static let presses = 10

  /// Where `Benchmarks/figures` has built the sample.
  private static func sample() throws -> String {
    guard let path = ProcessInfo.processInfo.environment["LOCKHOST_BENCH_APP"] else {
      throw MeasurementFailure(description: "LOCKHOST_BENCH_APP does not name the built sample")
    }
    return path
  }

  /// The sample extension's own program.
  static func sampleExtension() throws -> String {
    guard let program = try AppBundle.load(at: try sample()).captureExtension?.executable.path
    else {
      throw MeasurementFailure(description: "the sample has no capture extension")
    }
    return program
  }

  /// A launch of the sample from the lock screen, with its state in a folder.
  private static func lockedLaunch(in folder: URL) throws -> LaunchRequest {
    var request = LaunchRequest()
    request.set = folder.path
    request.app = try sample()
    request.lockState = .locked
    return request
  }

  /// Launches the sample one session after the other, each with its camera running when it is measured;
  /// the first only warms the caches.
  private static func lockedSessions(
    count: Int, _ measure: (Session) async throws -> [(name: String, duration: Duration)]
  ) async throws -> Measurement {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "lockhost-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let request = try lockedLaunch(in: folder)
    let host = try Lockhost.Host(environment: [:], pool: .none)
    var measurement = Measurement()
    for number in 0...count {
      let session = try await host.launch(request)
      _ = await session.wait(for: .ready, timeout: .seconds(30))
      let measured = try await measure(session)
      guard number > 0 else { continue }
      for (name, duration) in measured { measurement.note(name, duration) }
    }
    return measurement
  }

  /// Starts, waits until the camera runs, kills the guest from outside, and waits for the record.
  static func kill(count: Int) async throws -> Measurement {
    try await lockedSessions(count: count) { session in
      let begun = MonotonicInstant.now
      try await session.kill()
      _ = await session.wait(for: .ended, timeout: nil)
      let recorded = MonotonicInstant.now
      let record = await session.finalRecord()
      let tidy = MonotonicInstant.now
      guard record.container.wiped else {
        throw MeasurementFailure(description: "a container was left")
      }
      let whole = begun.duration(to: recorded)
      var measured = [
        (name: "killToRecord", duration: whole),
        (name: "recordToTidy", duration: recorded.duration(to: tidy)),
      ]
      let timeline = record.timeline
      if let ended = timeline.ended, let dead = timeline.dead, let over = timeline.handedOver {
        measured += [
          (name: "killToRecord.dead", duration: .microseconds(dead - ended)),
          (name: "killToRecord.handedOver", duration: .microseconds(over - dead)),
          (name: "killToRecord.written", duration: whole - .microseconds(over - ended)),
        ]
      }
      return measured
    }
  }

  /// Starts sessions, presses the button a few times in each and takes each press back, of which the
  /// sample's handler hears and makes nothing, and dismisses.
  ///
  /// The median of each session, whose camera goes on meanwhile.
  static func press(count: Int) async throws -> Measurement {
    try await lockedSessions(count: count) { session in
      for _ in 0..<presses {
        try await session.cancel(.volumeDown, after: .microseconds(Int(Echo.pause)))
        try await Task.sleep(for: .microseconds(Int(Echo.pause)))
      }
      try await session.dismiss(by: .swipe)
      let record = await session.finalRecord()
      guard let events = record.captureEvents, events.handled == 2 * presses else {
        throw MeasurementFailure(description: "presses were not handled")
      }
      return [
        (name: "handled", duration: .microseconds(events.medianMicroseconds)),
        (name: "handled.fastest", duration: .microseconds(events.fastestMicroseconds)),
      ]
    }
  }

  /// Starts, waits until the camera runs, presses the button a few times, dismisses.
  static func measure(count: Int, isPrepared: Bool) async throws -> Measurement {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "lockhost-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let request = try lockedLaunch(in: folder)
    let host = try Lockhost.Host(environment: [:], pool: isPrepared ? PoolLimits() : .none)
    var measurement = Measurement()
    for number in 0...count {
      if isPrepared {
        guard try await host.prepare(request) > 0 else {
          throw MeasurementFailure(description: "no guest could be made ready")
        }
        // Until it waits for its session.
        try await Task.sleep(for: .milliseconds(100))
      }
      let begun = MonotonicInstant.now
      let session = try await host.launch(request)
      _ = await session.wait(for: .ready, timeout: .seconds(30))
      for _ in 0..<presses {
        try await session.press(.volumeDown)
        try await Task.sleep(for: .milliseconds(20))
      }
      try await session.dismiss(by: .swipe)
      let record = await session.finalRecord()
      let whole = begun.duration(to: .now)
      guard record.reason == .dismissed else {
        throw MeasurementFailure(description: "a session ended \(record.reason.rawValue)")
      }
      guard number > 0 else { continue }
      let timeline = record.timeline
      for (name, moment) in [
        ("decided", timeline.decided), ("spawned", timeline.spawned),
        ("executed", timeline.executed), ("connected", timeline.connected),
        ("presented", timeline.presented), ("handlerRegistered", timeline.handlerRegistered),
        ("ready", timeline.ready),
      ] {
        if let moment { measurement.note(name, .microseconds(moment)) }
      }
      if let ended = timeline.ended, let dead = timeline.dead, let over = timeline.handedOver {
        measurement.note("endedToDead", .microseconds(dead - ended))
        measurement.note("deadToHandedOver", .microseconds(over - dead))
      }
      if let events = record.captureEvents {
        measurement.note("pressToHandled", .microseconds(events.medianMicroseconds))
      }
      measurement.note("whole", whole)
    }
    return measurement
  }
}
