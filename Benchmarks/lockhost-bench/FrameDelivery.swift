// SPDX-License-Identifier: MIT

import CLockhostBench
import Foundation
import Glibc
import LockhostSandbox
import LockhostServices
import LockhostSystem
import LockhostWire
import Synchronization

/// What a frame costs on its way beside the one copy that has to be: time, and copies, which are counted.
enum FrameDelivery {
  /// Frames of 1920 × 1080 in BGRA to one process that glances at each.
  ///
  /// `delivery` is from the moment that the host has a frame's content until the other process has seen
  /// its last pixels in the memory that it maps; `copy` is a `memcpy` of as many bytes between memory
  /// like theirs, made in the same process meanwhile; `handOver` is the part of
  /// the delivery that comes after the frame stands in its slot.
  static func measure(seconds: Int) async throws -> Measurement {
    var measurement = Measurement()
    let scratch = try BenchmarkSources()
    defer { scratch.remove() }
    let spawner = try Spawner()
    try await time(seconds, try scratch.photo(), in: &measurement)
    for (name, source) in try scratch.sources() {
      let scene = try await Frames.scenes(source, count: 1) { try scratch.decoder(spawner) }[0]
      for format in formats {
        guard let copies = try await copies(scene, format) else { continue }
        measurement.numbers["copies.\(name).\(format.rawValue)"] = copies
      }
    }
    return measurement
  }

  /// A build for debugging takes seconds for a frame in 420v.
  private static var formats: [FramePixelFormat] {
    #if DEBUG
    [.bgra]
    #else
    [.bgra, .videoRange]
    #endif
  }

  private static func time(
    _ seconds: Int, _ photo: String, in measurement: inout Measurement
  ) async throws {
    let scene = try CameraScene(.image(path: photo))
    // Room for all of them, so that nothing is allocated while the time is taken.
    let drawn = Mutex<[UInt64]>(emptyList(100 * seconds))
    let copies = Mutex<[Duration]>([])
    let rig = try CopyRig(bytes: FramePixelFormat.bgra.bytes(width: 1920, height: 1080))
    let guest = try await FrameGuest(
      scene, format: .bgra, pace: .glancing, loop: try EventLoop(name: "lockhost-bench")
    ) { frame in
      drawn.withLock { $0.append(MonotonicInstant.now.nanoseconds &- frame.timestampNanoseconds) }
    }
    // On a clock of its own, which wanders over that of the frames.
    let timer = DispatchSource.makeTimerSource(
      flags: .strict, queue: DispatchQueue(label: "lockhost-bench.copies", qos: .userInteractive))
    timer.schedule(deadline: .now(), repeating: .milliseconds(17), leeway: .nanoseconds(0))
    timer.setEventHandler {
      let time = rig.copy()
      copies.withLock { $0.append(time) }
    }
    timer.resume()
    try await Task.sleep(for: .seconds(seconds))
    timer.cancel()
    let delays = try await guest.finish()
    // The first ones pay for pages that nobody has touched.
    let settled = FrameSlots.count * 2
    for (delay, drawn) in zip(delays, drawn.withLock { $0 }).dropFirst(settled) {
      measurement.note("delivery", .nanoseconds(Int64(delay * 1000)))
      measurement.note("handOver", .nanoseconds(Int64(delay * 1000) - Int64(drawn)))
      measurement.note("drawn", .nanoseconds(Int64(drawn)))
    }
    for time in copies.withLock({ $0 }).dropFirst(settled) { measurement.note("copy", time) }
    measurement.numbers["dropped"] = Double(guest.dropped.load(ordering: .relaxed))
  }

  private static func emptyList(_ capacity: Int) -> [UInt64] {
    var list: [UInt64] = []
    list.reserveCapacity(capacity)
    return list
  }

  /// How many times the bytes of a frame this process writes for each frame, by the kernel's count of the
  /// pages that it wrote to; the frame in its slot is one.
  ///
  /// - Returns: Nil where the kernel does not count.
  private static func copies(
    _ scene: CameraScene, _ format: FramePixelFormat
  ) async throws -> Double? {
    var pages = lh_pages()
    guard unsafe lh_pages_watch(&pages) == 0 else { return nil }
    defer {
      close(pages.watch)
      close(pages.map)
    }
    let counts = Mutex<[Int]>([])
    let guest = try await FrameGuest(
      scene, format: format, pace: .glancing, rate: 10, loop: try EventLoop(name: "lockhost-bench")
    ) { [pages] _ in
      var pages = pages
      let count = unsafe lh_pages_written(&pages)
      counts.withLock { $0.append(count) }
    }
    // However long that takes: a build for debugging draws a few frames a second.
    let end = MonotonicInstant.now.advanced(by: .seconds(20))
    while counts.withLock({ $0.count }) < FrameSlots.count * 2 + 4, MonotonicInstant.now < end {
      try await Task.sleep(for: .milliseconds(20))
    }
    _ = try await guest.finish()
    // Until every slot was used once, its pages are new.
    let settled = counts.withLock { $0.dropFirst(FrameSlots.count + 1).sorted() }
    guard !settled.isEmpty, settled[0] >= 0 else { return nil }
    let bytes = format.bytes(width: 1920, height: 1080)
    return Double(settled[settled.count / 2] * 4096) / Double(bytes)
  }

  /// Two memories like a picture and the slots, to copy between.
  private final class CopyRig: Sendable {
    private let source: [UInt8]
    private let slots: MappedMemory
    private let next = Mutex(0)

    init(bytes: Int) throws {
      source = [UInt8](repeating: 7, count: bytes)
      slots = try MemoryFile.create(name: "lockhost-copies", bytes: bytes * FrameSlots.count)
        .map(writable: true)
      for _ in 0..<FrameSlots.count { _ = copy() }
    }

    func copy() -> Duration {
      let slot = next.withLock { next in
        defer { next = (next + 1) % FrameSlots.count }
        return next
      }
      return unsafe source.withUnsafeBytes { source in
        let target = unsafe UnsafeMutableRawBufferPointer(
          rebasing: slots.mutableBytes[(slot * source.count)..<((slot + 1) * source.count)])
        let begun = MonotonicInstant.now
        unsafe target.copyMemory(from: source)
        return begun.duration(to: .now)
      }
    }
  }
}
