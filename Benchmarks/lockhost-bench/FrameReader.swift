// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem
import LockhostWire

/// A process that takes frames as a guest does: maps the memory once, reads every pixel, gives the
/// slot back.
///
/// First comes one packet with the memory, its slots' size and a frame's size; then frames, of which
/// each is answered with its slot; then one byte, which is answered with all delays in nanoseconds.
enum FrameReader {
  /// How long a guest takes for a frame, by its word on the command line.
  enum Pace: String {
    case quick = "frame-reader"
    case slow = "slow-frame-reader"
    /// Looks at the last pixels only, so that what is measured is how a frame comes, and not its reading.
    case glancing = "glancing-frame-reader"
  }

  /// The other process; ends with the host.
  static func run(_ pace: Pace) -> Never {
    let socket = PacketSocket(adopting: OwnedDescriptor(adopting: 3))
    do {
      try serve(socket, pace)
    } catch {
      exit(1)
    }
    exit(0)
  }

  private static func serve(_ socket: PacketSocket, _ pace: Pace) throws {
    guard case .packet(let first) = try socket.receive(), let memory = first.descriptors.first,
      first.bytes.count == 8
    else { return }
    let (slotBytes, frameBytes) = (number(first.bytes[0..<4]), number(first.bytes[4..<8]))
    let mapping = try MemoryFile(adopting: memory).map(writable: false)
    var delays: [UInt32] = []
    var sum: UInt64 = 0
    while case .packet(let packet) = try socket.receive() {
      guard packet.bytes.count == CameraFrame.byteCount else {
        try socket.send(bytes(of: delays))
        continue
      }
      let frame = try CameraFrame(body: packet.bytes)
      let end = Int(frame.slot) * slotBytes + frameBytes
      if pace == .glancing { sum &+= unsafe total(mapping.bytes, (end - 8)..<end) }
      let arrived = MonotonicInstant.now
      delays.append(UInt32(clamping: arrived.nanoseconds &- frame.timestampNanoseconds))
      if pace != .glancing { sum &+= unsafe total(mapping.bytes, (end - frameBytes)..<end) }
      if pace == .slow { usleep(100_000) }
      try socket.send(try CameraRelease(slot: frame.slot).encodedBody())
    }
    // So that nobody may leave the reading out.
    if sum == 1 { exit(2) }
  }

  private static func total(_ memory: UnsafeRawBufferPointer, _ part: Range<Int>) -> UInt64 {
    unsafe UnsafeRawBufferPointer(rebasing: memory[part]).bindMemory(to: UInt64.self)
      .reduce(0, &+)
  }

  /// The delays in a packet that such a process has answered, in microseconds.
  static func delays(_ packet: [UInt8]) -> [Double] {
    stride(from: 0, to: packet.count - 3, by: 4).map {
      Double(number(packet[$0..<($0 + 4)])) / 1000
    }
  }

  /// Four bytes for each number, the lowest first.
  static func bytes(of numbers: [UInt32]) -> [UInt8] {
    numbers.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
