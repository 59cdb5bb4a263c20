// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// A QuickTime file of JPEG frames that grows in memory and is then sealed.
///
/// Used on one queue only.
struct MovieFile {
  private var index: QuickTimeIndex
  private let file: MemoryFile
  private var byteCount: Int
  private var lastTime: UInt64?
  private let usualDuration: UInt32

  /// The name and the size of the atom that holds the frames.
  private static let dataHeader: [UInt8] = [0, 0, 0, 0] + Array("mdat".utf8)

  /// Begins a file.
  ///
  /// - Parameter frameRate: How long the last frame is shown, which no later one tells.
  /// - Throws: `SystemError` for `memfd_create(2)` or `write(2)`.
  init(
    width: Int, height: Int, frameRate: Double, rotationAngle: Int, mirrored: Bool, created: Double
  ) throws(SystemError) {
    index = QuickTimeIndex(
      width: width, height: height, rotationAngle: rotationAngle, mirrored: mirrored,
      created: created)
    usualDuration = UInt32(Double(QuickTimeIndex.timescale) / frameRate)
    file = try MemoryFile.create(name: "lockhost-movie")
    let head = QuickTimeIndex.fileType + Self.dataHeader
    try file.descriptor.writeAll(head)
    byteCount = head.count
  }

  /// How many frames there are.
  var frames: Int { index.samples.count }

  /// How many bytes there are, without the index.
  var bytes: Int { byteCount }

  /// How long the film is, in seconds, with the last frame.
  var seconds: Double {
    Double(index.duration &+ (frames > 0 ? usualDuration : 0)) / Double(QuickTimeIndex.timescale)
  }

  /// Adds a frame.
  ///
  /// - Parameter time: When it was taken, on the host's clock.
  /// - Throws: `SystemError` for `write(2)`.
  mutating func append(_ frame: [UInt8], at time: MonotonicInstant) throws(SystemError) {
    try file.descriptor.writeAll(frame)
    if let lastTime {
      let ticks =
        (time.nanoseconds &- lastTime) / 1000 * UInt64(QuickTimeIndex.timescale) / 1_000_000
      index.durations.append(UInt32(clamping: max(1, ticks)))
    }
    lastTime = time.nanoseconds
    index.samples.append((offset: byteCount, count: frame.count))
    byteCount += frame.count
  }

  /// Ends the file.
  ///
  /// - Returns: The sealed file and its size.
  /// - Throws: `SystemError` for `pwrite(2)`, `write(2)` or `fcntl(2)`.
  mutating func finish() throws(SystemError) -> (MemoryFile, bytes: Int) {
    if frames > 0 { index.durations.append(usualDuration) }
    let start = QuickTimeIndex.fileType.count
    let size = UInt32(byteCount - start)
    let head: [UInt8] = [
      UInt8(size >> 24), UInt8(size >> 16 & 0xFF), UInt8(size >> 8 & 0xFF), UInt8(size & 0xFF),
    ]
    guard unsafe pwrite(file.descriptor.rawValue, head, head.count, start) == head.count else {
      throw SystemError(call: "pwrite(2)", code: errno)
    }
    let atom = index.atom()
    try file.descriptor.writeAll(atom)
    try file.addSeals(.finished)
    return (file, byteCount + atom.count)
  }
}
