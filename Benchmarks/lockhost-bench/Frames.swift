// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSandbox
import LockhostServices
import LockhostSystem
import Synchronization

/// Frames on their way from a camera to processes.
enum Frames {
  /// Two guests at once, for so long, for each kind of source and pixel format.
  ///
  /// Beside each: the host's processor time for a frame of each guest, and that of one `memcpy` of the
  /// same bytes, which is what "a copy" costs here.
  static func measure(seconds: Int) async throws -> Measurement {
    var measurement = Measurement()
    let scratch = try BenchmarkSources()
    defer { scratch.remove() }
    let spawner = try Spawner()
    for (name, source) in try scratch.sources() {
      for format in [FramePixelFormat.bgra, .videoRange] {
        let label = "\(name).\(format.rawValue)"
        let scenes = try await scenes(source, count: 2) { try scratch.decoder(spawner) }
        let run = try await run(scenes, format, [.quick, .quick], seconds: seconds)
        note(run, as: label, seconds: seconds, in: &measurement)
      }
    }
    for format in [FramePixelFormat.bgra, .videoRange] {
      measurement.note("copy.\(format.rawValue)", copyTime(format.bytes(width: 1920, height: 1080)))
    }
    return measurement
  }

  /// A guest beside one that takes a tenth of a second for each frame, and beside a quick one.
  static func besideSlowGuest(seconds: Int) async throws -> Measurement {
    var measurement = Measurement()
    for (name, pace) in [("besideQuick", FrameReader.Pace.quick), ("besideSlow", .slow)] {
      let scenes = try (0..<2).map { _ in try CameraScene(.pattern) }
      let run = try await run(scenes, .bgra, [.quick, pace], seconds: seconds)
      for delay in run.guests[0].delays { measurement.note(name, .microseconds(Int64(delay))) }
      measurement.numbers["\(name).framesPerSecond"] =
        Double(run.guests[0].delays.count) / Double(seconds)
      measurement.numbers["\(name).dropped"] = Double(run.guests[0].dropped)
      measurement.numbers["\(name).neighbourFramesPerSecond"] =
        Double(run.guests[1].delays.count) / Double(seconds)
      measurement.numbers["\(name).neighbourDropped"] = Double(run.guests[1].dropped)
    }
    return measurement
  }

  /// Opened on a thread that may wait, as the host does it.
  static func scenes(
    _ source: CameraSource, count: Int, decoder: @escaping @Sendable () throws -> ImageDecoder
  ) async throws -> [CameraScene] {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result {
            try (0..<count).map { _ in try CameraScene(source, decoder: try decoder()) }
          })
      }
    }
  }

  private struct Run {
    struct Guest {
      let delays: [Double]
      let dropped: Int
    }
    let guests: [Guest]
    let hostTime: Duration
    let hostFaults: Int
  }

  private static func run(
    _ scenes: [CameraScene], _ format: FramePixelFormat, _ paces: [FrameReader.Pace], seconds: Int
  ) async throws -> Run {
    let loop = try EventLoop(name: "lockhost-bench")
    let (before, faultsBefore) = (processorTime(), pageFaults())
    var guests: [FrameGuest] = []
    for (scene, pace) in zip(scenes, paces) {
      guests.append(try await FrameGuest(scene, format: format, pace: pace, loop: loop))
    }
    try await Task.sleep(for: .seconds(seconds))
    let (used, faults) = (processorTime() - before, pageFaults() - faultsBefore)
    var results: [Run.Guest] = []
    for guest in guests {
      let delays = try await guest.finish()
      results.append(.init(delays: delays, dropped: guest.dropped.load(ordering: .relaxed)))
    }
    return Run(guests: results, hostTime: used, hostFaults: faults)
  }

  private static func note(
    _ run: Run, as label: String, seconds: Int, in measurement: inout Measurement
  ) {
    let frames = run.guests.map(\.delays.count).reduce(0, +)
    for delay in run.guests.flatMap(\.delays) {
      measurement.note(label, .microseconds(Int64(delay)))
    }
    measurement.numbers["\(label).framesPerSecondOfSlower"] =
      Double(run.guests.map(\.delays.count).min() ?? 0) / Double(seconds)
    measurement.numbers["\(label).dropped"] = Double(run.guests.map(\.dropped).reduce(0, +))
    measurement.numbers["\(label).hostPageFaultsPerFrame"] =
      Double(run.hostFaults) / Double(max(1, frames))
    let (whole, part) = run.hostTime.components
    measurement.numbers["\(label).hostMicrosecondsPerFrame"] =
      (Double(whole) * 1e6 + Double(part) / 1e12) / Double(max(1, frames))
  }

  private static func pageFaults() -> Int {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_minflt
  }

  /// User and system time of this process so far; what decoders in sandboxes use is not in it.
  private static func processorTime() -> Duration {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return .seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + .microseconds(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
  }

  /// The mean time of a `memcpy` of so many bytes between two memories larger than any cache.
  private static func copyTime(_ bytes: Int) -> Duration {
    let count = 12
    let source = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes * count, alignment: 4096)
    let target = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes * count, alignment: 4096)
    defer {
      unsafe source.deallocate()
      unsafe target.deallocate()
    }
    unsafe source.initializeMemory(as: UInt8.self, repeating: 1)
    unsafe target.initializeMemory(as: UInt8.self, repeating: 2)
    let begun = MonotonicInstant.now
    for _ in 0..<10 { unsafe target.copyMemory(from: UnsafeRawBufferPointer(source)) }
    return begun.duration(to: .now) / (10 * count)
  }
}
