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
  /// its last pixels in the memory that it maps, where each frame is another than the one before;
  /// `still.delivery` is the same of a picture that stays. `copy` is a `memcpy` of as many bytes between
  /// memory like theirs, and `frameCopy` the host's own copy of them, made in the same process meanwhile;
  /// `handOver` is the part of the delivery that comes after the frame stands in its slot.
  static func measure(seconds: Int) async throws -> Measurement {
    var measurement = Measurement()
    let scratch = try BenchmarkSources()
    defer { scratch.remove() }
    let spawner = try Spawner()
    let pictures = TwoPictures(pictures: [0, 1].map { CopyRig.picture(level: $0) })
    try await time(
      seconds, CameraScene(pictures, as: .video(path: "two pictures")), "", in: &measurement)
    try await time(
      seconds, try CameraScene(.image(path: try scratch.photo())), "still.", in: &measurement)
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

  /// A film whose pictures are there already.
  private struct TwoPictures: MovingPicture {
    let pictures: [BGRAImage]

    func picture(at seconds: Double) -> BGRAImage {
      pictures[Int((seconds * 60).rounded()) % pictures.count]
    }
  }

  private static func time(
    _ seconds: Int, _ scene: CameraScene, _ prefix: String, in measurement: inout Measurement
  ) async throws {
    // Room for all of them, so that nothing is allocated while the time is taken.
    let drawn = Mutex<[UInt64]>(emptyList(100 * seconds))
    let copies = Mutex<[(name: String, time: Duration)]>([])
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
      let copy = rig.copy()
      copies.withLock { $0.append(copy) }
    }
    timer.resume()
    try await Task.sleep(for: .seconds(seconds))
    timer.cancel()
    let delays = try await guest.finish()
    // The first ones pay for pages that nobody has touched.
    let settled = FrameSlots.count * 2
    for (delay, drawn) in zip(delays, drawn.withLock { $0 }).dropFirst(settled) {
      measurement.note(prefix + "delivery", .nanoseconds(Int64(delay * 1000)))
      measurement.note(prefix + "handOver", .nanoseconds(Int64(delay * 1000) - Int64(drawn)))
      measurement.note(prefix + "drawn", .nanoseconds(Int64(drawn)))
    }
    for copy in copies.withLock({ $0 }).dropFirst(settled) {
      measurement.note(prefix + copy.name, copy.time)
    }
    measurement.numbers[prefix + "dropped"] = Double(guest.dropped.load(ordering: .relaxed))
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

  /// Two memories like a picture and the slots, to copy between in both ways, in turns.
  private final class CopyRig: Sendable {
    private let source: BGRAImage
    private let slots: MappedMemory
    private let next = Mutex(0)

    init(bytes: Int) throws {
      source = Self.picture(level: 7)
      slots = try MemoryFile.create(name: "lockhost-copies", bytes: bytes * FrameSlots.count)
        .map(writable: true)
      for _ in 0..<FrameSlots.count { _ = copy() }
    }

    static func picture(level: UInt8) -> BGRAImage {
      let pixel = BGRAImage.pixel(red: level, green: 0, blue: 0)
      return BGRAImage(
        width: 1920, height: 1080, pixels: [UInt32](repeating: pixel, count: 1920 * 1080))
    }

    func copy() -> (name: String, time: Duration) {
      let number = next.withLock { next in
        defer { next += 1 }
        return next
      }
      // Both kinds meet all slots.
      let slot = number / 2 % FrameSlots.count
      return unsafe source.pixels.withUnsafeBytes { source in
        let target = unsafe UnsafeMutableRawBufferPointer(
          rebasing: slots.mutableBytes[(slot * source.count)..<((slot + 1) * source.count)])
        let begun = MonotonicInstant.now
        if number % 2 == 0 {
          unsafe target.copyMemory(from: source)
          return ("copy", begun.duration(to: .now))
        }
        unsafe target.copyFrame(from: source)
        return ("frameCopy", begun.duration(to: .now))
      }
    }
  }
}
