// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LockhostSystem

/// A message to another process and back: what the kernel takes for any event and its answer.
enum Echo {
  /// The other process: sends back whatever comes over descriptor 3, until that ends.
  static func run() -> Never {
    let socket = PacketSocket(adopting: OwnedDescriptor(adopting: 3))
    while case .packet(let packet)? = try? socket.receive(maximumBytes: 4096, waiting: true) {
      _ = try? socket.send(packet.bytes, descriptors: [], waiting: true)
    }
    exit(0)
  }

  /// How many of the round trips have a pause before them, as presses of a button have.
  private static let rested = 100
  /// That pause.
  static let pause: UInt32 = 20_000

  /// Round trips of 64 bytes: one right after the other, and each after a pause in which both sides sleep.
  static func measure(count: Int) throws -> Measurement {
    let (near, far) = try PacketSocket.pair()
    var process: Int32 = 0
    let path = try ProgramFolder.path(of: "lockhost-bench")
    let code = unsafe lh_spawn_program(path, "echo", nil, far.descriptor.rawValue, &process)
    guard code == 0 else { throw SystemError(call: "posix_spawn(3)", code: code) }
    defer { lh_end_child(process) }
    let message = [UInt8](repeating: 0x2A, count: 64)
    var measurement = Measurement()
    for number in -100..<(count + rested) {
      if number >= count { usleep(pause) }
      let begun = MonotonicInstant.now
      _ = try near.send(message, descriptors: [], waiting: true)
      _ = try near.receive(maximumBytes: 4096, waiting: true)
      let name = number < count ? "roundTrip" : "roundTripAfterPause"
      if number >= 0 { measurement.note(name, begun.duration(to: .now)) }
    }
    return measurement
  }
}
